// The connection: what happens comes in, what the person does goes out. It comes back by itself.
import { say } from "./words.js";

const LONGEST_WAIT = 1500;

export class Live {
  #socket = null;
  #asked = new Map();
  #next = 1;
  #wait = 300;

  constructor(hear, linked, isOver = () => false) {
    this.hear = hear; // called with everything that happens
    this.linked = linked; // called with whether there is a connection
    this.isOver = isOver; // returns whether a close with that code is for good
    addEventListener("online", () => this.#again());
  }

  connect() {
    const address = new URL("live", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => { this.#wait = 300; this.linked(true); };
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = ({ code }) => this.isOver(code) ? this.linked(false) : this.#lost();
  }

  #take(told) {
    if (told.t !== "re") return this.hear(told);
    const asked = this.#asked.get(told.re);
    this.#asked.delete(told.re);
    if (!asked) return undefined;
    return told.error ? asked.reject(new Error(told.error)) : asked.resolve(told);
  }

  #lost() {
    this.linked(false);
    for (const asked of this.#asked.values()) asked.reject(new Error(say("lost")));
    this.#asked.clear();
    setTimeout(() => this.connect(), this.#wait * (0.5 + Math.random() / 2)); // not all pages at once
    this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
  }

  // Browsers keep a connection open for long that broke while there was no network.
  #again() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#lost();
  }

  ask(does, details = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error(say("noConnection")));
    const id = this.#next++;
    const answer = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
    this.#socket.send(JSON.stringify({ ...details, id, do: does }));
    return answer;
  }
}
