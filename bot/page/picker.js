// The list a menu opens: beside its button on a wide screen, from below on a phone.
import { h } from "./dom.js";
import { beside } from "./markup.js";
import { say } from "./words.js";

const [GAP, NARROWEST, HIGHEST] = [6, 300, 560]; // pixels
let count = 0;

let shown = null; // the list that is open

// The message of an open list was drawn again as `made`, or is gone: a list that nobody waits for any more closes.
export function keepUp(old, made) {
  if (!shown || !old.contains(shown.anchor)) return;
  const same = [...(made?.querySelectorAll("button.menu:not([disabled])") ?? [])].find((menu) => menu.dataset.id === shown.anchor.dataset.id);
  if (same) shown.anchor = same;
  else shown.dialog.close();
}

// Answers the values chosen, or null when nothing is to be sent. `done` is the word on the button that ends it.
export function pick(anchor, title, options, least, most, done = null) {
  return new Promise((resolve) => new Picker(anchor, title, options, least, most, done, resolve).open());
}

class Picker {
  constructor(anchor, title, options, least, most, done, resolve) {
    Object.assign(this, { anchor, title, options, least, most, done, resolve });
    this.many = most > 1;
    this.before = options.filter((option) => option.default).map((option) => option.value);
    this.chosen = new Set(this.before);
    this.at = Math.max(0, options.findIndex((option) => option.default));
    this.name = `list${++count}`;
  }

  open() {
    this.items = this.options.map((option, index) => this.#item(option, index));
    this.list = h("ul", {
      role: "listbox", tabindex: "0", "aria-label": this.title, "aria-multiselectable": this.many ? "true" : null,
      onkeydown: (event) => this.#key(event),
    }, this.items);
    this.send = h("button", { type: "button", class: "button blurple", onclick: () => this.#finish() });
    this.dialog = h("dialog", { class: "picker", "aria-label": this.title, onclose: () => this.#close() },
      h("header", {}, this.title), this.list, this.many ? h("footer", {}, this.#cancel(), this.send) : null);
    this.dialog.addEventListener("mousedown", (event) => event.target === this.dialog && this.#outside());
    document.body.append(this.dialog);
    this.dialog.showModal();
    shown = this;
    this.#place();
    this.#show();
    this.list.focus();
  }

  #cancel() {
    return h("button", { type: "button", class: "button grey", onclick: () => this.dialog.close() }, say("cancel"));
  }

  #item(option, index) {
    return h("li", { role: "option", id: `${this.name}-${index}`, onclick: () => { this.at = index; this.#toggle(); } },
      this.many ? h("span", { class: "tick", "aria-hidden": "true" }) : null,
      beside(option),
      h("span", {}, h("span", {}, option.label), option.description ? h("small", {}, option.description) : null));
  }

  #place() {
    if (matchMedia("(max-width: 700px)").matches) return;
    this.dialog.classList.add("placed");
    const box = this.anchor.getBoundingClientRect();
    const beside = (this.anchor.closest(".container") ?? this.anchor).getBoundingClientRect().right + GAP;
    // Beside the message if it fits there: a hand of cards stays in view.
    if (innerWidth - beside > NARROWEST) this.#put(beside, box.bottom, NARROWEST, innerHeight);
    else if (innerHeight - box.bottom > box.top) this.#put(box.left, innerHeight, box.width, innerHeight - box.bottom, box.bottom);
    else this.#put(box.left, box.top, box.width, box.top);
  }

  // So that it ends at `bottom` or begins at `top`, and stays on the screen.
  #put(left, bottom, width, room, top = null) {
    const style = this.dialog.style;
    style.setProperty("left", `${left}px`);
    style.setProperty("width", `${width}px`);
    style.setProperty("max-height", `${Math.min(room - 2 * GAP, HIGHEST)}px`);
    style.setProperty("top", `${Math.max(GAP, top === null ? bottom - GAP - this.dialog.offsetHeight : top + GAP)}px`);
  }

  #show() {
    this.items.forEach((item, index) => {
      item.setAttribute("aria-selected", this.chosen.has(this.options[index].value) ? "true" : "false");
      item.classList.toggle("at", index === this.at);
    });
    this.list.setAttribute("aria-activedescendant", `${this.name}-${this.at}`);
    this.items[this.at]?.scrollIntoView({ block: "nearest" });
    this.send.textContent = this.done ? say(this.done) : this.chosen.size ? say("sendSome", { count: this.chosen.size }) : say("send");
    this.send.disabled = !this.#fits();
  }

  #fits() {
    return this.chosen.size >= this.least && this.chosen.size <= this.most;
  }

  #toggle() {
    const value = this.options[this.at]?.value;
    if (value === undefined) return;
    if (!this.many) {
      this.chosen = new Set([value]);
      this.#finish();
      return;
    }
    if (this.chosen.has(value)) this.chosen.delete(value);
    else if (this.chosen.size < this.most) this.chosen.add(value);
    this.#show();
  }

  #key(event) {
    const last = this.items.length - 1;
    const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 0, End: last }[event.key];
    if (to !== undefined) this.at = Math.max(0, Math.min(last, to));
    else if (event.key === " ") this.#toggle();
    else if (event.key === "Enter") this.many ? this.#finish() : this.#toggle();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) this.#jump(event.key);
    else return;
    event.preventDefault();
    this.#show();
  }

  #jump(letter) {
    const starts = (option) => option.label.toLowerCase().startsWith(letter.toLowerCase());
    const after = this.options.findIndex((option, index) => index > this.at && starts(option));
    const found = after >= 0 ? after : this.options.findIndex(starts);
    if (found >= 0) this.at = found;
  }

  // As in Discord, pressing elsewhere sends what was chosen among many; Escape does not.
  #outside() {
    if (this.many && this.chosen.size) this.#finish();
    else this.dialog.close();
  }

  #finish() {
    if (!this.#fits()) return;
    this.answer = this.options.map((option) => option.value).filter((value) => this.chosen.has(value));
    this.dialog.close();
  }

  #close() {
    this.dialog.remove();
    shown = null;
    this.resolve(this.answer ?? null);
  }
}
