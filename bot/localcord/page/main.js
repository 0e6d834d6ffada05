// The page: what happened goes to its parts, what the person does goes out.
import { $, toast } from "./dom.js";
import { setAround } from "./markup.js";
import { Live } from "./live.js";
import { Sidebar } from "./sidebar.js";
import { Messages, sayAloud } from "./messages.js";
import { Composer } from "./composer.js";
import { openForm } from "./forms.js";
import { keepFocus } from "./focus.js";
import { say } from "./words.js";

const CHANNEL_TYPES = { text: 0, thread: 11, "private thread": 12 };
const PATIENCE = 15000; // milliseconds until a press that nobody answered is let go
const STILL = 1000; // milliseconds that a finger which stays down keeps the page still, at most
const CLICK = 50; // milliseconds after a finger was lifted in which the click comes

class Page {
  constructor() {
    this.me = null;
    this.bot = null;
    this.home = null;
    this.names = {}; // of people, by id
    this.ranks = {}; // of roles, by id
    this.doing = new Map(); // interaction: { message, control, byKey }
    this.sidebar = new Sidebar((id) => this.open(id));
    this.messages = new Messages(this);
    this.composer = new Composer(this);
    this.live = new Live((told) => this.#hear(told), (linked) => this.#linked(linked));
    setAround({
      person: (id) => this.names[id],
      role: (id) => this.ranks[id],
      channel: (id) => this.sidebar.channels.get(id)?.name,
      open: (id) => this.open(id),
      command: (name) => this.composer.write(name),
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.sidebar.read(this.here));
    this.held = null; // what was heard while a finger is down: nothing may move or be drawn again under it
    document.addEventListener("pointerdown", () => this.#hold());
    for (const lifted of ["pointerup", "pointercancel"]) document.addEventListener(lifted, () => setTimeout(() => this.#letGo(), CLICK));
    keepFocus((message, was) => this.messages.focusOn(message, was));
    this.live.connect();
  }

  get here() {
    return this.sidebar.current;
  }

  // -- what happened --------------------------------------------------------------------------------

  #hold() {
    this.held ??= [];
    clearTimeout(this.holding);
    this.holding = setTimeout(() => this.#letGo(), STILL);
  }

  #letGo() {
    const heard = this.held ?? [];
    this.held = null;
    for (const told of heard) this.#hear(told);
  }

  #hear(told) {
    if (this.held) {
      this.held.push(told);
      return;
    }
    const heard = {
      hello: () => this.#hello(told),
      message: () => this.#message(told.message),
      changed: () => told.message.channel === this.here && this.#changed(told.message),
      deleted: () => told.channel === this.here && this.messages.remove(told.message),
      channel: () => this.sidebar.change(told.channel),
      gone: () => this.#gone(told.channel),
      modal: () => this.#form(told),
      answered: () => this.#answered(told.interaction),
      failed: () => this.#failed(told.interaction),
    };
    heard[told.t]?.();
  }

  #linked(linked) {
    $("link").textContent = linked ? "" : say("connecting");
    document.body.classList.toggle("away", !linked);
  }

  #hello(told) {
    Object.assign(this, { me: told.me, bot: told.bot, names: told.names, ranks: told.roles, home: told.home });
    $("me").textContent = told.names[told.me];
    $("server").textContent = told.server;
    this.doing.clear();
    this.sidebar.set(told.channels);
    const wanted = this.here ?? location.hash.slice(1);
    this.open(this.sidebar.channels.has(wanted) ? wanted : told.home);
  }

  async #message(message) {
    // Nobody is told when a person first writes to them.
    if (!this.sidebar.channels.has(message.channel)) await this.#learn();
    const here = message.channel === this.here;
    if (here) {
      this.messages.add(message);
      sayAloud(message);
    }
    if (!here || document.hidden) this.#missed(message, here);
  }

  // Who pressed something hears what it became.
  #changed(message) {
    this.messages.change(message);
    if ([...this.doing.values()].some((done) => done.message === message.id)) sayAloud(message);
  }

  async #learn() {
    try {
      this.sidebar.set((await this.live.ask("channels")).channels);
    } catch {
      // The next connection tells of them all.
    }
  }

  #missed(message, here) {
    if (message.author === this.me) return;
    this.sidebar.note(message.channel, message.pings);
    if (!here && (message.pings || message.private)) {
      const where = { channel: this.sidebar.title(message.channel) };
      toast(say(message.pings ? "mentioned" : "forYou", where), say("open"), () => this.open(message.channel));
    }
  }

  #gone(channel) {
    this.sidebar.remove(channel);
    if (channel === this.here) this.open(this.home);
  }

  // A form opens where its button was pressed, not in the other tabs of the same person.
  #form(told) {
    const done = this.doing.get(told.interaction);
    this.doing.delete(told.interaction);
    if (!done) return;
    this.#free(done);
    openForm(told, this, (values) => this.live.ask("submit", { interaction: told.interaction, values }));
  }

  // -- looking --------------------------------------------------------------------------------------

  async open(id) {
    const moved = id !== this.here;
    this.sidebar.select(id);
    $("toast").hidden = true;
    $("title").textContent = this.sidebar.title(id);
    history.replaceState(null, "", "#" + id);
    try {
      const { messages, more } = await this.live.ask("open", { channel: id });
      if (id !== this.here) return;
      this.messages.replace(messages, more);
      if (moved) this.composer.reset();
    } catch (error) {
      toast(error.message);
    }
  }

  // What was written there before that message; null when it is no longer looked at.
  async older(before) {
    const channel = this.here;
    const found = await this.live.ask("open", { channel, before });
    return channel === this.here ? found : null;
  }

  openNamed(name) {
    const found = [...this.sidebar.channels.values()].reverse().find((channel) => channel.name === name && channel.parent);
    if (found) this.open(found.id);
  }

  // -- doing ----------------------------------------------------------------------------------------

  // What the controls of a message need.
  forMessage(message) {
    return {
      act: (control, does, details, byKey) => this.#act(message, control, does, details, byKey),
      around: this,
    };
  }

  async #act(message, control, does, details, byKey) {
    const element = control.closest(".message");
    if (!element || element.classList.contains("busy")) return;
    element.classList.add("busy");
    control.classList.add("working");
    element.querySelector(".failure")?.remove();
    try {
      const { interaction } = await this.live.ask(does, { message: message.id, ...details });
      this.doing.set(interaction, { message: message.id, control, byKey });
      setTimeout(() => this.#answered(interaction), PATIENCE);
    } catch {
      this.#free({ message: message.id, control });
      this.messages.failed(message.id, say("failed"));
    }
  }

  // What was pressed may have been drawn again since.
  #free({ message, control }) {
    control?.classList.remove("working");
    this.messages.free(message);
  }

  #answered(interaction) {
    const done = this.doing.get(interaction);
    this.doing.delete(interaction);
    if (!done) return;
    this.#free(done);
    if (done.byKey) this.#followAnswer(done.message);
  }

  // Who pressed a button by keyboard goes on in the private answer that it brought.
  #followAnswer(pressed) {
    const last = this.messages.log.lastElementChild;
    const shown = this.messages.shown.get(last?.dataset.message);
    if (shown?.message.private && shown.message.id !== pressed) this.messages.focusOn(shown.message.id);
  }

  #failed(interaction) {
    const done = this.doing.get(interaction);
    this.doing.delete(interaction);
    if (!done) return;
    if (!done.control) return this.messages.note(say("noAnswer"));
    this.#free(done);
    this.messages.failed(done.message, say("failed"));
  }

  async dismiss(message) {
    try {
      await this.live.ask("dismiss", { message: message.id });
    } catch {
      this.messages.remove(message.id); // gone already
    }
  }

  // -- for menus and the composer -----------------------------------------------------------------------------

  async commands() {
    return (await this.live.ask("commands", { channel: this.here })).commands;
  }

  async complete(name, option, typed, options) {
    return (await this.live.ask("autocomplete", { channel: this.here, name, option, typed, options })).choices;
  }

  people() {
    return Object.entries(this.names).filter(([id]) => id !== this.bot).map(([value, label]) => ({ label, value }));
  }

  roles() {
    return Object.entries(this.ranks).map(([value, label]) => ({ label, value }));
  }

  channels() {
    const found = [...this.sidebar.channels.values()].filter((channel) => channel.server);
    return found.map((channel) => ({ label: channel.name, value: channel.id, type: CHANNEL_TYPES[channel.kind] }));
  }

  async say(text) {
    try {
      await this.live.ask("say", { channel: this.here, text });
    } catch (error) {
      toast(error.message);
    }
  }

  async call(name, options) {
    try {
      const { interaction } = await this.live.ask("command", { channel: this.here, name, options });
      this.doing.set(interaction, { control: null, message: null });
    } catch (error) {
      toast(error.message);
    }
  }

  refuse(why) {
    toast(why);
  }
}

// Dark, unless the person once chose light.
function theme(chosen) {
  document.documentElement.dataset.theme = chosen;
  $("theme").textContent = say(chosen === "dark" ? "toLight" : "toDark");
  $("theme").setAttribute("aria-label", say(chosen === "dark" ? "switchToLight" : "switchToDark"));
  localStorage.setItem("theme", chosen);
}

theme(localStorage.getItem("theme") === "light" ? "light" : "dark");
$("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
new Page();
