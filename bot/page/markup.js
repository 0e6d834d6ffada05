// Discord's text markup into nodes.
import { h } from "./dom.js";
import { stamp } from "./clock.js";
import { say } from "./words.js";

const DEEPEST = 8; // nested marks; hostile texts nest without end

// What a text may lead to: names of people, roles and channels, opening a channel, writing a command.
let around = { person: () => null, role: () => null, channel: () => null, open: () => {}, command: () => {} };
export const setAround = (given) => (around = given);

const INLINE = [
  [/\\([^\p{L}\p{N}\s])/uy, (found) => found[1]],
  [/(?<!`)(`{1,3})(?!`)([^]*?[^`])\1(?!`)/y, (found) => h("code", {}, found[2].trim())],
  [/\|\|([^]+?)\|\|/y, (found, depth) => spoiler(inline(found[1], depth))],
  [/\*\*\*([^]+?)\*\*\*/y, (found, depth) => h("strong", {}, h("em", {}, inline(found[1], depth)))],
  [/\*\*([^]+?)\*\*(?!\*)/y, (found, depth) => h("strong", {}, inline(found[1], depth))],
  [/__([^]+?)__(?!_)/y, (found, depth) => h("u", {}, inline(found[1], depth))],
  [/~~([^]+?)~~/y, (found, depth) => h("s", {}, inline(found[1], depth))],
  [/\*(?![\s*])((?:\\[^]|[^*\\])+?)\*(?!\*)/y, (found, depth) => h("em", {}, inline(found[1], depth))],
  [/_(?![\s_])((?:\\[^]|[^_\\])+?)_(?![\p{L}\p{N}_])/uy, (found, depth) => h("em", {}, inline(found[1], depth))],
  [/<@!?(\d{1,20})>/y, (found) => h("span", { class: "mention" }, "@" + (around.person(found[1]) ?? "unknown"))],
  [/<@&(\d{1,20})>/y, (found) => h("span", { class: "mention" }, (around.role(found[1]) ?? "unknown").replace(/^@?/, "@"))],
  [/<#(\d{1,20})>/y, (found) => channelLink(found[1])],
  [/https:\/\/discord\.com\/channels\/(?:\d{1,20}|@me)\/(\d{1,20})\/\d{1,20}/y, (found) => channelLink(found[1])],
  [/<\/([^:<>]{1,100}):\d{1,20}>/y, (found) => commandLink(found[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (found) => stamp(Number(found[1]), found[2])],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, (found) => emoji(found[1], found[2])],
  [/\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/y, (found, depth) => link(found[2], inline(found[1], depth))],
  [/<(https?:\/\/[^\s>]+)>/y, (found) => link(found[1], [found[1]])],
  [/https?:\/\/[^\s<>]+[^\s<>.,:;"')\]]/y, (found) => link(found[0], [found[0]])],
];

export function inline(text, depth = 0) {
  if (depth > DEEPEST) return [text];
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const [node, length] = mark(text, at, depth + 1);
    if (length) {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(node);
    } else plain += text[at];
    at += length || 1;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function mark(text, at, depth) {
  if (!/[\\`|*_~<[h]/.test(text[at])) return [null, 0];
  // snake_case is no emphasis
  if (text[at] === "_" && at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1])) return [null, 0];
  for (const [pattern, build] of INLINE) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [build(found, depth), found[0].length];
  }
  return [null, 0];
}

// A picture of the server, named as Discord's client names it.
function emoji(name, id) {
  return h("img", { class: "emoji", src: `/emojis/${id}.png`, alt: `:${name}:` });
}

// The emoji beside a label; it adds nothing to what the label says.
export function beside({ emoji: found }) {
  return found ? h("span", { "aria-hidden": "true" }, found.id ? emoji(found.name, found.id) : found.name) : null;
}

function link(address, children) {
  return h("a", { href: address, target: "_blank", rel: "noopener noreferrer nofollow" }, children);
}

function spoiler(children) {
  const hidden = h("button", { type: "button", class: "spoiler", "aria-label": say("spoiler") }, h("span", { "aria-hidden": "true" }, children));
  hidden.addEventListener("click", () => hidden.replaceWith(h("span", { class: "spoiler shown" }, children)));
  return hidden;
}

function channelLink(id) {
  const name = around.channel(id);
  if (!name) return h("span", { class: "mention" }, "#unknown");
  return h("button", { type: "button", class: "mention", onclick: () => around.open(id) }, "#" + name);
}

function commandLink(name) {
  return h("button", { type: "button", class: "mention", onclick: () => around.command(name) }, "/" + name);
}

// All headings of messages are of one level, right below the channel's; the marks only say how large they are.
const SIZES = ["large", "middle", "small"];

const BLOCKS = [
  [/^(#{1,3}) +(.+)$/, (found) => h("h2", { class: SIZES[found[1].length - 1] }, inline(found[2]))],
  [/^-# +(.+)$/, (found) => h("small", {}, inline(found[1]))],
  [/^> (.*)$/, (found) => h("blockquote", {}, inline(found[1]))],
  [/^( *)[-*] +(.+)$/, (found) => h("div", { class: "item" }, h("b", {}, "•"), h("span", {}, inline(found[2])))],
  [/^( *)(\d{1,9})\. +(.+)$/, (found) => h("div", { class: "item" }, h("b", {}, found[2] + "."), h("span", {}, inline(found[3])))],
];

export function markup(text) {
  const nodes = [];
  // Every second piece is what stood between the fences, its language dropped.
  text.split(/```(?:[\w+-]{1,20}\n)?([^]+?)```/).forEach((piece, index) => {
    if (index % 2) nodes.push(h("pre", { tabindex: "0" }, h("code", {}, piece.replace(/^\n|\n$/g, ""))));
    else if (piece.trim() || nodes.length === 0) nodes.push(...lines(piece));
  });
  return nodes;
}

function lines(text) {
  const nodes = [];
  let open = [];
  const close = () => {
    if (open.some((line) => line.trim())) nodes.push(h("p", {}, inline(open.join("\n"))));
    open = [];
  };
  for (const line of text.split("\n")) {
    const block = BLOCKS.map(([pattern, build]) => [line.match(pattern), build]).find(([found]) => found);
    if (!block) { open.push(line); continue; }
    close();
    nodes.push(block[1](block[0]));
  }
  close();
  return nodes;
}

export function plain(text) {
  return markup(text).map((node) => node.textContent).join(" ");
}
