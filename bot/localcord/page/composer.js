// Where one writes: plain messages, and slash commands whose options are filled one by one.
import { $, h } from "./dom.js";
import { content } from "./forms.js";
import { say } from "./words.js";

const [STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, GROUP, MENTIONABLE, ATTACHMENT] = [3, 4, 5, 6, 7, 8, 2, 9, 11];
const TYPING_PAUSE = 120; // milliseconds before the bot is asked what fits

export class Composer {
  // `page` answers: commands(), complete(name, option, typed, options), people(), roles(), channels();
  // and does: say(text), call(name, options), refuse(why).
  constructor(page) {
    this.page = page;
    this.input = $("write");
    this.list = new Suggestions($("suggest"));
    this.command = null;
    this.fields = [];
    this.known = [];
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("focus", () => this.command && this.#offerOptions());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    $("composer").addEventListener("submit", (event) => { event.preventDefault(); this.#send(); });
    $("composer").addEventListener("focusout", (event) => $("composer").contains(event.relatedTarget) || this.list.hide());
  }

  // Write a command by its name, as if it had been typed.
  async write(name) {
    const found = (await this.#commands()).find((command) => command.name === name);
    if (found) this.#begin(found);
    else { this.input.value = "/" + name; this.input.focus(); this.#typed(); }
  }

  reset() {
    this.command = null;
    this.fields = [];
    this.input.value = "";
    this.input.placeholder = say("hint");
    this.input.setAttribute("aria-label", say("hint"));
    $("chips").replaceChildren();
    this.list.hide();
  }

  // Asked for again whenever a command is begun; while one types on, what is known must do at once.
  async #commands() {
    try {
      this.known = flat(await this.page.commands());
    } catch {
      // Without a connection the old ones may still be looked at.
    }
    return this.known;
  }

  async #typed() {
    if (this.command) return this.#offerOptions();
    const text = this.input.value;
    if (!text.startsWith("/")) return this.list.hide();
    if (text === "/" || !this.known.length) {
      await this.#commands();
      if (this.command || !this.input.value.startsWith("/")) return undefined;
    }
    return this.#offerCommands(this.known, this.input.value);
  }

  #offerCommands(commands, text) {
    const exact = commands.find((command) => text === `/${command.shown} `);
    if (exact) return this.#begin(exact);
    const fitting = rank(commands, text.slice(1).trim().toLowerCase());
    const items = fitting.map((command) => ({ label: "/" + command.shown, about: about(command), value: command }));
    return this.list.show(this.input, items, (item) => this.#begin(item.value), true, say("noSuchCommand"));
  }

  #begin(command) {
    this.reset();
    this.command = command;
    const leave = h("button", { type: "button", class: "icon", "aria-label": say("leaveCommand"), onclick: () => { this.reset(); this.input.focus(); } }, "✕");
    $("chips").append(h("span", { class: "chip name" }, "/" + command.shown, leave));
    for (const option of command.options.filter((option) => option.required)) this.#field(option);
    const more = command.options.some((option) => !option.required);
    this.input.placeholder = say(more ? "pressSendOrAdd" : "pressSend");
    const told = { command: `/${command.shown}`, about: about(command) };
    this.input.setAttribute("aria-label", say(more ? "enterSendsOrOptions" : "enterSends", told));
    (this.fields[0]?.input ?? this.input).focus();
    if (!this.fields.length) this.#offerOptions();
  }

  #offerOptions() {
    const typed = this.input.value.trim().toLowerCase();
    const left = this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
    const items = left.filter((option) => shown(option).includes(typed)).map((option) => ({ label: shown(option), about: about(option), value: option }));
    this.list.show(this.input, items, (item) => { this.input.value = ""; this.#field(item.value).input.focus(); }, Boolean(typed));
  }

  #field(option) {
    const field = new Field(this, option);
    this.fields.push(field);
    $("chips").append(field.element);
    return field;
  }

  drop(field) {
    this.fields = this.fields.filter((other) => other !== field);
    field.element.remove();
    this.input.focus();
  }

  // The next thing to fill in, or the line's end.
  next(field) {
    const after = this.fields.slice(this.fields.indexOf(field) + 1).find((other) => !other.text);
    (after?.input ?? this.input).focus();
  }

  filled(except) {
    const given = this.fields.filter((field) => field !== except && field.text && !(except && field.option.type === ATTACHMENT));
    return Object.fromEntries(given.map((field) => [field.option.name, field.value]));
  }

  #key(event) {
    if (this.list.key(event)) return;
    if (event.key === "Escape" && this.command) this.reset();
    if (event.key === "Backspace" && this.command && !this.input.value) {
      event.preventDefault();
      const last = this.fields.at(-1);
      if (last && !last.option.required) this.drop(last);
      else this.reset();
    }
  }

  async #send() {
    if (!this.command) return this.#say();
    const stray = this.input.value.trim();
    if (stray) return this.page.refuse(say("noOption", { command: `/${this.command.shown}`, typed: stray }));
    const missing = this.fields.find((field) => field.option.required && !field.text);
    if (missing) return missing.input.focus();
    const { name } = this.command;
    const options = this.filled();
    this.reset();
    this.input.focus();
    for (const [key, value] of Object.entries(options)) if (value instanceof File) options[key] = [await content(value)];
    return this.page.call(name, options);
  }

  #say() {
    const text = this.input.value.trim();
    if (!text) return;
    const command = this.known.find((command) => text === `/${command.shown}`);
    if (command) return this.#begin(command);
    // What looks like a command is never said aloud by mistake.
    if (text.startsWith("/")) return this.page.refuse(say("noCommand", { command: text }));
    this.reset();
    this.page.say(text);
  }
}

class Field {
  constructor(composer, option) {
    Object.assign(this, { composer, option });
    this.picked = null; // what stands behind the text, where it was chosen
    this.input = h("input", { type: option.type === ATTACHMENT ? "file" : "text", "aria-label": `${shown(option)}: ${about(option)}`, inputmode: option.type === INTEGER ? "numeric" : null, spellcheck: "false" });
    this.element = h("label", { class: "chip" }, h("span", {}, shown(option)), this.input);
    this.input.addEventListener("input", () => { this.picked = null; this.#fit(); this.#later(); });
    this.input.addEventListener("focus", () => this.#offer());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.#fit();
  }

  get text() {
    return this.input.value.trim();
  }

  get value() {
    if (this.picked) return this.picked.value;
    if (this.option.type === ATTACHMENT) return this.input.files[0];
    const fitting = this.#known().find((item) => item.label.toLowerCase() === this.text.toLowerCase());
    return fitting ? fitting.value : this.text;
  }

  #fit() {
    this.input.size = Math.max(6, Math.min(24, this.input.value.length + 1));
  }

  #later() {
    if (!this.option.autocomplete) return void this.#offer();
    clearTimeout(this.timer);
    this.waiting = true;
    this.timer = setTimeout(() => this.#offer(), TYPING_PAUSE);
  }

  // What can be chosen without asking the bot.
  #known() {
    const { type, choices } = this.option;
    if (choices?.length) return choices.map((choice) => ({ label: shown(choice), value: choice.value }));
    if (type === BOOLEAN) return [{ label: say("true"), value: true }, { label: say("false"), value: false }];
    const { page } = this.composer;
    return { [USER]: page.people(), [CHANNEL]: page.channels(), [ROLE]: page.roles(), [MENTIONABLE]: [...page.people(), ...page.roles()] }[type] ?? [];
  }

  async #offer() {
    const typed = this.picked ? "" : this.text;
    const items = this.option.autocomplete ? await this.#complete(typed) : this.#known().filter((item) => item.label.toLowerCase().includes(typed.toLowerCase()));
    if (document.activeElement !== this.input || (!this.picked && typed !== this.text)) return;
    const hurried = this.hurried && items.length;
    this.waiting = this.hurried = false;
    if (hurried) return void this.#pick(items[0]);
    this.composer.list.show(this.input, items, (item) => this.#pick(item), Boolean(typed), items.length ? null : about(this.option));
  }

  async #complete(typed) {
    try {
      const found = await this.composer.page.complete(this.composer.command.name, this.option.name, typed, this.composer.filled(this));
      return found.map((choice) => ({ label: choice.name, value: choice.value }));
    } catch {
      return [];
    }
  }

  #pick(item) {
    this.picked = item;
    this.input.value = item.label;
    this.#fit();
    this.composer.list.hide();
    this.composer.next(this);
  }

  #key(event) {
    // Who presses Enter before the bot has said what fits means what will stand first.
    if (event.key === "Enter" && this.waiting) {
      event.preventDefault();
      this.hurried = true;
      return;
    }
    if (this.composer.list.key(event)) return;
    if (event.key === "Backspace" && !this.input.value) {
      event.preventDefault();
      if (this.option.required) this.composer.reset();
      else this.composer.drop(this);
    } else if (event.key === "Escape") this.composer.reset();
  }
}

// The list above the line.
class Suggestions {
  constructor(box) {
    this.box = box;
    this.items = [];
    this.at = -1;
    box.addEventListener("mousedown", (event) => event.preventDefault()); // the input keeps the focus
  }

  show(input, items, pick, first, none = null) {
    if (this.input && this.input !== input) this.hide();
    Object.assign(this, { input, items, pick, at: first && items.length ? 0 : -1 });
    this.box.hidden = !items.length && !none;
    const rows = items.map((item, index) => h("li", { role: "option", id: `suggest-${index}`, onclick: () => this.pick(item) },
      h("strong", {}, item.label), item.about ? h("small", {}, item.about) : null));
    this.box.replaceChildren(items.length ? h("ul", { role: "listbox", id: "suggestions", "aria-label": say("suggestions") }, rows) : h("p", {}, none ?? ""));
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-expanded", String(items.length > 0));
    if (items.length) input.setAttribute("aria-controls", "suggestions");
    else input.removeAttribute("aria-controls");
    this.#mark();
  }

  hide() {
    this.box.hidden = true;
    this.items = [];
    this.at = -1;
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  // Answers whether the key was for the list.
  key(event) {
    if (this.box.hidden || !this.items.length) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.at = (this.at + step + this.items.length) % this.items.length;
    else if (event.key === "Escape") this.hide();
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.at >= 0) this.pick(this.items[this.at]);
    else return false;
    event.preventDefault();
    this.#mark();
    return true;
  }

  #mark() {
    const rows = this.box.querySelectorAll("[role=option]");
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === this.at)));
    if (this.at < 0) return this.input?.removeAttribute("aria-activedescendant");
    rows[this.at]?.scrollIntoView({ block: "nearest" });
    return this.input.setAttribute("aria-activedescendant", `suggest-${this.at}`);
  }
}

// What a command, an option or a choice is called and says in the language of this client.
const shown = (part) => part.name_localized ?? part.name;
const about = (part) => part.description_localized ?? part.description ?? "";

// Commands with their subcommands, each under its whole name.
function flat(commands, names = "", all = "") {
  return commands.filter((command) => (command.type ?? 1) <= GROUP).flatMap((command) => {
    const called = { name: names + command.name, shown: all + shown(command) };
    const inner = (command.options ?? []).filter((option) => option.type < STRING);
    if (inner.length) return flat(inner, called.name + " ", called.shown + " ");
    return [{ ...command, ...called, options: command.options ?? [] }];
  });
}

// Those that begin so, then those that hold it somewhere.
function rank(commands, typed) {
  const begins = commands.filter((command) => command.shown.startsWith(typed) || command.shown.split(" ").some((word) => typed && word.startsWith(typed)));
  const holds = commands.filter((command) => !begins.includes(command) && `${command.shown} ${command.name} ${about(command)}`.toLowerCase().includes(typed));
  return [...begins, ...holds];
}
