// Channels with their threads, and direct messages; a drawer on phones.
import { $, h } from "./dom.js";
import { say } from "./words.js";

export class Sidebar {
  constructor(open) {
    this.open = open;
    this.channels = new Map();
    this.unread = new Map(); // channel: { messages, pings }
    this.current = null;
    $("menu").addEventListener("click", () => this.drawer(true));
    $("fold").addEventListener("click", () => this.drawer(false));
    $("shade").addEventListener("click", () => this.drawer(false));
    addEventListener("keydown", (event) => event.key === "Escape" && document.body.classList.contains("drawn") && this.drawer(false));
  }

  set(channels) {
    this.channels = new Map(channels.map((channel) => [channel.id, channel]));
    this.draw();
  }

  change(channel) {
    this.channels.set(channel.id, channel);
    this.draw();
  }

  remove(id) {
    this.channels.delete(id);
    this.draw();
  }

  select(id) {
    this.current = id;
    this.read(id);
    this.drawer(false);
  }

  read(id) {
    this.unread.delete(id);
    this.draw();
  }

  note(channel, pings) {
    const found = this.unread.get(channel) ?? { messages: 0, pings: 0 };
    this.unread.set(channel, { messages: found.messages + 1, pings: found.pings + (pings ? 1 : 0) });
    this.draw();
  }

  drawer(drawn) {
    const was = document.body.classList.contains("drawn");
    document.body.classList.toggle("drawn", drawn);
    $("shade").hidden = !drawn;
    $("menu").setAttribute("aria-expanded", String(drawn));
    if (drawn) $("channels").querySelector("button")?.focus();
    else if (was && $("side").contains(document.activeElement)) $("menu").focus();
  }

  draw() {
    const had = document.activeElement?.dataset?.channel;
    const all = [...this.channels.values()];
    const texts = all.filter((channel) => channel.kind === "text");
    const letters = all.filter((channel) => channel.kind === "dm");
    const threads = (parent) => all.filter((channel) => channel.parent === parent && (!channel.archived || channel.id === this.current));
    $("channels").replaceChildren(
      h("ul", {}, texts.map((channel) => h("li", {}, this.#entry(channel),
        h("ul", { class: "threads" }, threads(channel.id).map((thread) => h("li", {}, this.#entry(thread))))))),
      letters.length ? h("h2", {}, say("directMessages")) : "",
      h("ul", {}, letters.map((channel) => h("li", {}, this.#entry(channel)))),
    );
    if (had) $("channels").querySelector(`[data-channel="${had}"]`)?.focus();
    const pings = [...this.unread.values()].reduce((sum, { pings }) => sum + pings, 0);
    $("unread").hidden = !this.unread.size;
    $("unread").textContent = pings || "";
    $("unread").classList.toggle("pings", pings > 0);
    document.title = (pings ? `(${pings}) ` : "") + this.title(this.current);
  }

  title(id) {
    const channel = this.channels.get(id);
    return channel ? sign(channel) + channel.name : "Paplu";
  }

  #entry(channel) {
    const news = this.unread.get(channel.id);
    const here = channel.id === this.current;
    return h("button", {
      type: "button", class: ["channel", here && "here", news && "news"].filter(Boolean).join(" "),
      "aria-current": here ? "page" : null, data: { channel: channel.id }, onclick: () => this.open(channel.id),
    }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[channel.kind] ?? "#"), h("span", { class: "name" }, channel.name),
    news && h("span", { class: news.pings ? "count pings" : "count" }, news.pings ? String(news.pings) : "", h("span", { class: "unseen" }, news.pings ? " " + say("mentions") : say("unread"))));
  }
}

const SIGNS = { text: "#", thread: "⤷", "private thread": "⤷", dm: "@" };
const sign = (channel) => (channel.kind === "dm" ? "@" : channel.kind === "text" ? "#" : "");
