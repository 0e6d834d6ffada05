// The table: the seats, the decks and the other places where cards lie or go.
import { $, h } from "./dom.js";
import { back, face, gliding, names } from "./cards.js";
import { say } from "./words.js";

const canSwap = (zone, cards) => cards.length === 1 && zone.swaps.includes(cards[0]);

export class Table {
  #told = {};
  #since = 0; // when the running deadline was told first

  // `press(text, cards, asks)` uses a control; `hand()` is the hand.
  constructor(press, hand, refuse) {
    this.press = press;
    this.hand = hand;
    this.refuse = refuse;
    $("zones").addEventListener("click", ({ target }) => this.#click(target.closest("[data-zone]")?.dataset.zone, target.closest("[data-drop]")?.dataset.drop));
    setInterval(() => this.#count(), 250);
  }

  zones() {
    return this.#told.zones ?? [];
  }

  hear(told) {
    if (told.due !== this.#told.due) this.#since = Date.now() / 1000;
    this.#told = told;
    $("seats").replaceChildren(...(told.seats ?? []).map((seat, at) => this.#seat(seat, at === told.seat)));
    gliding($("zones"), () => $("zones").replaceChildren(...this.zones().map((zone) => this.#zone(zone))));
    $("felt").hidden = !told.seats;
    this.#count();
  }

  #seat(seat, isMine) {
    const look = ["seat", seat.turn && "turn", seat.left && "left", isMine && "mine"].filter(Boolean).join(" ");
    const face = seat.computer ? "🤖" : [...new Intl.Segmenter().segment(seat.name)][0]?.segment ?? "";
    const about = new Set([seat.status, seat.cards ? say("cards", { count: seat.cards }) : "", seat.total]);
    return h("li", { class: look, "aria-current": seat.turn ? "true" : null }, h("span", { class: "face", "aria-hidden": "true" }, face),
      h("strong", {}, seat.name), h("small", {}, [...about].filter(Boolean).join(" · ")));
  }

  #zone(zone) {
    const cards = zone.cards.map((text, at) => {
      const shown = face(text, this.#told.jokers?.includes(text) ? ["joker"] : []);
      shown.dataset.key = `${zone.name} ${text} ${at}`;
      if (zone.swap && this.#told.jokers?.includes(text)) shown.dataset.drop = `swap ${zone.name}`;
      return shown;
    });
    const says = [zone.label, names(zone.cards), zone.hidden && say("faceDown", { count: zone.hidden }), !zone.cards.length && !zone.hidden && say("empty")];
    return h("button", {
      type: "button", class: ["zone", zone.take && "take"].filter(Boolean).join(" "), "aria-label": says.filter(Boolean).join(", "),
      data: { zone: zone.name, ...(zone.put ? { drop: `zone ${zone.name}` } : {}) },
    }, h("span", { class: "pile" }, zone.hidden ? back() : null, cards, zone.hidden || cards.length ? null : h("span", { class: "card none" })),
    h("small", {}, zone.hidden > 1 ? `${zone.label} · ${zone.hidden}` : zone.label));
  }

  // Shows where these cards may go.
  light(cards) {
    for (const zone of this.zones()) {
      const made = document.querySelector(`[data-zone="${CSS.escape(zone.name)}"]`);
      made?.classList.toggle("goal", cards.length > 0 && Boolean(zone.put) && (cards.length === 1 || zone.many));
      for (const joker of made?.querySelectorAll("[data-drop]") ?? []) joker.classList.toggle("goal", canSwap(zone, cards));
    }
  }

  #click(name, drop) {
    const zone = this.zones().find((one) => one.name === name);
    if (!zone) return;
    if (drop && this.hand().chosen.length) this.hand().putChosen(drop);
    else if (zone.take) this.press(zone.take, [], false);
  }

  // The places where these cards may go, for those who do not drag.
  goals(cards) {
    const puts = this.zones().filter((zone) => zone.put).map((zone) => [`zone ${zone.name}`, zone.label]);
    const swaps = this.zones().filter((zone) => canSwap(zone, cards)).map((zone) => [`swap ${zone.name}`, say("swap", { place: zone.label })]);
    return [...puts, ...swaps];
  }

  // Puts cards on a place, `zone NAME`, or gives one for a joker there, `swap NAME`.
  put(drop, cards) {
    const [, how, name] = drop.match(/^(zone|swap) (.*)$/);
    const zone = this.zones().find((one) => one.name === name);
    if (how === "swap" && zone && canSwap(zone, cards)) return this.press(zone.swap, cards, false);
    if (!zone?.put || !cards.length) return undefined;
    return cards.length > 1 && !zone.many ? this.refuse() : this.press(zone.put, cards, zone.asks);
  }

  #count() {
    const { due } = this.#told;
    const left = due ? Math.max(0, Math.round(due - Date.now() / 1000)) : null;
    const share = due ? Math.max(0, (due - Date.now() / 1000) / Math.max(1, due - this.#since)) : 1;
    $("seats").style.setProperty("--left", share.toFixed(3));
    $("clock").textContent = left === null ? "" : say("secondsLeft", { count: left });
    $("clock").classList.toggle("soon", left !== null && left <= 10);
  }
}
