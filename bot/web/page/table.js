// The table: the seats, the decks and the other places where cards lie or go.
import { $, h } from "./dom.js";
import { back, face, gliding, names } from "./cards.js";
import { say } from "./words.js";

export class Table {
  #told = {};
  #since = 0; // when the running deadline was told first

  // `press(text, cards, asks)` uses a control; `hand()` is the hand.
  constructor(press, hand, refuse) {
    this.press = press;
    this.hand = hand;
    this.refuse = refuse;
    $("zones").addEventListener("click", (event) => this.#click(event.target.closest("[data-zone]")?.dataset.zone));
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
    $("zones").hidden = !told.zones;
    $("seats").hidden = !told.seats;
    this.#count();
  }

  #seat(seat, isMine) {
    const look = ["seat", seat.turn && "turn", seat.left && "left", isMine && "mine"].filter(Boolean).join(" ");
    const face = seat.computer ? "🤖" : [...new Intl.Segmenter().segment(seat.name)][0]?.segment ?? "";
    return h("li", { class: look, "aria-current": seat.turn ? "true" : null }, h("span", { class: "face", "aria-hidden": "true" }, face),
      h("strong", {}, seat.name), h("small", {}, [seat.status, seat.cards ? say("cards", { count: seat.cards }) : "", seat.total].filter(Boolean).join(" · ")));
  }

  #zone(zone) {
    const cards = zone.cards.map((text, at) => {
      const shown = face(text, this.#told.jokers?.includes(text) ? ["joker"] : []);
      shown.dataset.key = `${zone.name} ${text} ${at}`;
      return shown;
    });
    const says = [zone.label, names(zone.cards), zone.hidden && say("faceDown", { count: zone.hidden }), !zone.cards.length && !zone.hidden && say("empty")];
    return h("button", {
      type: "button", class: ["zone", zone.take && "take"].filter(Boolean).join(" "), "aria-label": says.filter(Boolean).join(", "),
      data: { zone: zone.name, ...(zone.put ? { drop: `zone ${zone.name}` } : {}) },
    }, h("span", { class: "pile" }, zone.hidden ? back() : null, cards, zone.hidden || cards.length ? null : h("span", { class: "card none" })),
    h("small", {}, zone.hidden > 1 ? `${zone.label} · ${zone.hidden}` : zone.label));
  }

  // Shows where that many chosen cards may go.
  light(count) {
    for (const zone of this.zones()) {
      const made = document.querySelector(`[data-zone="${CSS.escape(zone.name)}"]`);
      made?.classList.toggle("goal", count > 0 && Boolean(zone.put) && (count === 1 || zone.many));
    }
  }

  #click(name) {
    const zone = this.zones().find((one) => one.name === name);
    if (!zone) return;
    if (zone.put && this.hand().chosen.length) this.hand().putChosen(name);
    else if (zone.take) this.press(zone.take, [], false);
  }

  put(name, cards) {
    const zone = this.zones().find((one) => one.name === name);
    if (!zone?.put || !cards.length) return;
    if (cards.length > 1 && !zone.many) this.refuse();
    else this.press(zone.put, cards, zone.asks);
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
