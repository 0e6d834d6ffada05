// One message, and the list of a channel's.
import { $, announce, h } from "./dom.js";
import { clockTime } from "./clock.js";
import { inline, markup, plain } from "./markup.js";
import { build, file, picture, urlsIn } from "./components.js";
import { keepUp } from "./picker.js";
import { known } from "./focus.js";
import { pieces, say } from "./words.js";

const V2 = 1 << 15; // flag: components alone make the message
const TOGETHER = 7 * 60 * 1000; // messages of one author this close stand under one name
const NEAR_END = 120; // pixels
const EARLY = "600px 0px 0px 0px"; // so far from the top older messages are asked for
const [THREAD_CREATED, JOINED] = [18, 7];

export class Messages {
  // `host` does things for messages: see Page in main.js.
  constructor(host) {
    this.host = host;
    this.log = $("log");
    this.shown = new Map(); // id: { message, element }
    this.follow = true;
    this.older = h("li", { class: "older" }, h("button", { type: "button", class: "linkish", onclick: () => this.#loadOlder() }, say("older")));
    const nearTop = (entries) => entries.some((entry) => entry.isIntersecting) && this.#loadOlder();
    new IntersectionObserver(nearTop, { root: this.log, rootMargin: EARLY }).observe(this.older);
    this.log.addEventListener("scroll", () => this.#scrolled());
    this.log.addEventListener("load", () => this.#keepEnd(), true);
    new ResizeObserver(() => this.#keepEnd()).observe(this.log);
    $("latest").addEventListener("click", () => this.toEnd());
  }

  // `more`: whether there are older ones.
  replace(messages, more) {
    this.shown.clear();
    this.log.replaceChildren(...(more ? [this.older] : []));
    for (const message of messages) this.#append(message);
    this.toEnd();
  }

  async #loadOlder() {
    if (this.loading) return;
    this.loading = true;
    try {
      const found = await this.host.older(this.older.nextElementSibling.dataset.message);
      if (found) this.#prepend(found.messages, found.more);
    } catch {
      // The next connection shows the channel again.
    } finally {
      this.loading = false;
    }
  }

  // What is looked at stays where it is.
  #prepend(messages, more) {
    const below = this.log.scrollHeight - this.log.scrollTop;
    const first = this.older.nextElementSibling;
    for (const message of messages) first.before(this.#made(message));
    for (const { id } of messages) this.#head(id);
    this.#head(first.dataset.message);
    if (!more) this.older.remove();
    this.log.scrollTop = this.log.scrollHeight - below;
  }

  add(message) {
    if (this.shown.has(message.id)) return this.change(message);
    this.#append(message);
    if (message.author === this.host.me || message.private) this.follow = true;
    this.#keepEnd();
    $("latest").hidden = this.follow;
    return undefined;
  }

  change(message) {
    const old = this.shown.get(message.id);
    if (!old) return;
    const focus = focused(old.element);
    const worked = old.element.classList.contains("busy");
    const made = this.#element(message);
    made.classList.toggle("busy", worked);
    // A press that failed because the message changed at that moment has to be told all the same.
    made.querySelector(".body").append(...old.element.querySelectorAll(".failure"));
    old.element.replaceWith(made);
    keepUp(old.element, made);
    this.shown.set(message.id, { message, element: made });
    this.#head(message.id);
    if (focus) refocus(made, focus);
    // What a person works with stays on the screen, its controls above all.
    if (worked && !this.follow) made.scrollIntoView({ block: made.offsetHeight < this.log.clientHeight ? "nearest" : "end" });
    this.#keepEnd();
  }

  remove(id) {
    const old = this.shown.get(id);
    if (!old) return;
    const had = old.element.contains(document.activeElement);
    const next = old.element.nextElementSibling;
    old.element.remove();
    keepUp(old.element, null);
    this.shown.delete(id);
    if (next) this.#head(next.dataset.message);
    if (had) this.focusOn(next?.dataset.message);
  }

  free(id) {
    this.shown.get(id)?.element.classList.remove("busy");
  }

  failed(id, text) {
    const element = this.shown.get(id)?.element;
    if (!element) return;
    element.querySelector(".failure")?.remove();
    element.querySelector(".body").append(h("p", { class: "failure", role: "alert" }, text));
    this.#keepEnd();
  }

  // A note that only this page knows of, such as a command that nobody answered.
  note(text) {
    const made = h("li", { class: "message note" }, h("span"), h("div", { class: "body" }, h("p", { class: "failure", role: "alert" }, text)));
    this.log.append(made);
    this.toEnd();
  }

  toEnd() {
    this.follow = true;
    $("latest").hidden = true;
    this.log.scrollTop = this.log.scrollHeight;
  }

  // Its control that `was` there, or else its first one; where there is no such message, the list of them all.
  focusOn(id, was = {}) {
    const element = this.shown.get(id)?.element;
    if (element) refocus(element, was);
    else this.log.focus({ preventScroll: true });
  }

  #append(message) {
    this.log.append(this.#made(message));
    this.#head(message.id);
  }

  #made(message) {
    const element = this.#element(message);
    this.shown.set(message.id, { message, element });
    return element;
  }

  // Whether the name stands above it depends on the message before.
  #head(id) {
    const { message, element } = this.shown.get(id) ?? {};
    if (!element) return;
    const before = this.shown.get(element.previousElementSibling?.dataset.message)?.message;
    element.classList.toggle("joined", Boolean(before) && together(before, message));
  }

  #scrolled() {
    this.follow = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR_END;
    if (this.follow) $("latest").hidden = true;
  }

  #keepEnd() {
    if (this.follow) this.log.scrollTop = this.log.scrollHeight;
  }

  #element(message) {
    const kinds = ["message", message.private && "private", message.pings && "pinged"].filter(Boolean).join(" ");
    const inside = message.kind === THREAD_CREATED ? this.#thread(message) : this.#ordinary(message);
    return h("li", { class: kinds, tabindex: "-1", data: { message: message.id } }, inside);
  }

  #ordinary(message) {
    return [
      message.command && h("div", { class: "used" }, pieces("used", {
        who: h("strong", {}, message.asked_by ?? say("unknownPerson")), command: h("span", { class: "mention" }, "/" + message.command),
      })),
      avatar(message),
      h("div", { class: "body" }, author(message), this.#content(message), message.private && this.#footer(message)),
    ];
  }

  #content(message) {
    if (message.loading) {
      return h("p", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }), say("thinking", { who: message.author_name }));
    }
    const host = this.host.forMessage(message);
    const referred = new Set(urlsIn(message.components));
    // A message of components shows no file that none of them refers to.
    const files = message.flags & V2 ? [] : message.attachments.filter((item) => !referred.has(item.url));
    return [
      message.content && h("div", { class: "text" }, message.kind === JOINED ? say("joined") : markup(message.content), !message.from_bot && message.edited ? h("small", {}, say("edited")) : null),
      ...files.map((item) => (item.width ? picture(item, item.description) : file(item))),
      ...build(message.components, host),
    ];
  }

  #footer(message) {
    const dismiss = h("button", { type: "button", class: "linkish", onclick: () => this.host.dismiss(message) }, say("dismiss"));
    return h("p", { class: "only" }, h("span", { class: "eye", "aria-hidden": "true" }), say("only") + " · ", dismiss);
  }

  #thread(message) {
    const open = h("button", { type: "button", class: "linkish strong", onclick: () => this.host.openNamed(message.content) }, message.content);
    return [h("span", { class: "sign", "aria-hidden": "true" }, "⤷"), h("div", { class: "body" }, h("p", { class: "system" }, pieces("thread", { who: h("strong", {}, message.author_name) }), " ", open, " ", clockTime(message.created)))];
  }
}

function author(message) {
  return h("p", { class: "author" }, h("strong", { class: message.from_bot ? "bot" : "person" }, message.author_name),
    message.from_bot && h("span", { class: "app" }, "APP"), clockTime(message.created));
}

function avatar(message) {
  const hue = Number(BigInt(message.author) % 360n);
  const made = h("div", { class: message.from_bot ? "avatar bot" : "avatar", "aria-hidden": "true" }, message.from_bot ? "♥" : [...message.author_name][0] ?? "?");
  if (!message.from_bot) made.style.setProperty("--hue", hue);
  return made;
}

function together(before, message) {
  return before.author === message.author && !message.command && message.kind !== THREAD_CREATED && before.kind !== THREAD_CREATED
    && before.private === message.private && new Date(message.created) - new Date(before.created) < TOGETHER;
}

const CONTROLS = "button.button:not([disabled]), button.menu:not([disabled])";
const REACHED = "button:not([disabled]), a[href]"; // by keyboard: pictures, links and what dismisses a message as well

// A person who works with the keyboard stays where they were when a message is drawn again.
function focused(element) {
  const active = document.activeElement;
  if (!element.contains(active)) return null;
  return { ...known(active), self: active === element };
}

function refocus(element, was) {
  if (was.self) return element.focus({ preventScroll: true });
  const reached = [...element.querySelectorAll(REACHED)].map((found) => [found, known(found)]);
  const [same] = reached.find(([, { id }]) => id && id === was.id) ?? reached.find(([, { says }]) => says === was.says) ?? [];
  (same ?? element.querySelector(CONTROLS) ?? element).focus({ preventScroll: true });
  return undefined;
}

// A message in a few words, for those who hear the page.
export function words(message) {
  const texts = [];
  const walk = (parts) => (parts ?? []).filter(Boolean).forEach((part) => {
    if (part.type === 10) texts.push(plain(part.content));
    for (const item of part.items ?? []) texts.push(item.description ?? "");
    walk(part.components);
  });
  walk(message.components);
  const said = [message.content && h("p", {}, inline(message.content)).textContent, ...texts].filter(Boolean).map(sentence).join(" ");
  return `${message.author_name}: ${said}`.slice(0, 400);
}

function sentence(text) {
  return /[.!?:]$/.test(text.trim()) ? text : text + ".";
}

export function sayAloud(message) {
  if (!message.loading) announce(message.private ? say("onlyYou", { message: words(message) }) : words(message));
}
