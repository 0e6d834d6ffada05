// A short tone when the turn comes; off until the person switches it on.
const KEPT = "paplu-sound";
const TONES = [660, 880]; // hertz
const SECONDS = 0.12;

export class Sound {
  #isOn = localStorage.getItem(KEPT) === "on";
  #audio = null;

  constructor(button) {
    this.button = button;
    button.addEventListener("click", () => this.#turn());
    this.#show();
  }

  #turn() {
    this.#isOn = !this.#isOn;
    localStorage.setItem(KEPT, this.#isOn ? "on" : "off");
    this.#show();
    this.play();
  }

  #show() {
    this.button.setAttribute("aria-pressed", String(this.#isOn));
    this.button.textContent = this.#isOn ? "🔔" : "🔕";
  }

  play() {
    if (!this.#isOn || !navigator.userActivation.hasBeenActive) return; // browsers let nobody hear a page they have not touched
    this.#audio ??= new AudioContext();
    const volume = new GainNode(this.#audio, { gain: 0.15 });
    volume.connect(this.#audio.destination);
    for (const [at, frequency] of TONES.entries()) {
      const tone = new OscillatorNode(this.#audio, { frequency });
      tone.connect(volume);
      tone.start(this.#audio.currentTime + at * SECONDS);
      tone.stop(this.#audio.currentTime + (at + 1) * SECONDS);
    }
  }
}
