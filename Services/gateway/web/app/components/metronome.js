// The metronome of compressions. The audio clock gives the time, and clicks are scheduled more than a second
// ahead: a page that is busy for a moment loses none. Chris Wilson, "A Tale of Two Clocks", web.dev.

/** The rates to choose from, in compressions a minute. */
export const rates = { min: 100, max: 120, usual: 110 };
/** The compressions between two breaths, and the pause for both (s). */
export const round = { beats: 30, pause: 5 };

/** How far ahead clicks are scheduled, and how often that is looked at (s, ms). */
const ahead = 1.2;
const often = 25;
/** The time in which a context that may sound begins to (ms). */
const patience = 300;
const click = { length: 0.04, pitch: 1000, first: 1400 };

/**
 * Beats. `onBeat({ number, isBreath })` is called as a beat sounds, for a flash: `number` counts from 1 to
 * 30.
 * Without sound, such as before the first press after a reload, it beats all the same, for the eye alone.
 */
export class Metronome {
  constructor({ rate = rates.usual, breaths = false, onBeat = () => {} }) {
    Object.assign(this, { rate, breaths, onBeat, timer: null, context: null, queue: [], count: 0 });
    this.frame = null;
  }

  get isRunning() {
    return this.timer !== null;
  }

  /** True if it can be heard. */
  get sounds() {
    return this.context?.state === "running";
  }

  /** True if the browser lets it sound only after a press. */
  get needsPress() {
    return this.isRunning && !this.sounds && "AudioContext" in window;
  }

  /** Asks for sound; called from a press. */
  async unlock() {
    if (navigator.userActivation?.hasBeenActive === false) return;
    this.context ??= soundContext();
    // A browser that doesn't allow it yet leaves the promise open: the eye has the beat meanwhile.
    await Promise.race([this.context?.resume?.(), new Promise((resume) => setTimeout(resume, patience))]);
  }

  start() {
    if (this.isRunning) return;
    this.unlock().catch(() => {
      // The context was closed meanwhile.
    });
    this.count = 0;
    this.clock = null;
    this.timer = setInterval(() => this.plan(), often);
    this.plan();
    this.look();
  }

  stop() {
    clearInterval(this.timer);
    cancelAnimationFrame(this.frame);
    this.timer = null;
    for (const { node } of this.queue) node?.disconnect();
    this.queue = [];
  }

  /** Ends it for good. */
  close() {
    this.stop();
    this.context?.close?.().catch(() => {});
    this.context = null;
  }

  // The audio clock, or the page's own while sound is not allowed.
  now() {
    return this.clock === "audio" ? this.context.currentTime : performance.now() / 1000;
  }

  plan() {
    const clock = this.context?.state === "running" ? "audio" : "page";
    if (clock !== this.clock) {
      this.clock = clock;
      this.queue = [];
      this.next = this.now() + 0.05;
    }
    while (this.next < this.now() + ahead) {
      // A page that slept has missed beats: they are not made up for.
      if (this.next < this.now() - ahead) this.next = this.now();
      this.count = this.count % round.beats + 1;
      const node = this.sounds ? this.sound(this.next, this.count === 1 ? click.first : click.pitch) : null;
      this.queue.push({ at: this.next, node, number: this.count, isBreath: false });
      this.next += 60 / this.rate;
      if (this.breaths && this.count === round.beats) {
        this.queue.push({ at: this.next, node: null, number: 0, isBreath: true });
        this.next += round.pause;
      }
    }
  }

  sound(at, pitch) {
    const { context } = this;
    const tone = new OscillatorNode(context, { frequency: pitch, type: "square" });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0.6, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + click.length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + click.length);
    return tone;
  }

  look() {
    this.frame = requestAnimationFrame(() => this.look());
    while (this.queue.length > 0 && this.queue[0].at <= this.now()) {
      const beat = this.queue.shift();
      // Several beats may be due after a break; only the last one is shown.
      if (this.queue[0]?.at <= this.now()) continue;
      this.onBeat(beat);
    }
  }
}

/** A few tones, where a voice is missing or a moment has come. */
export function signal(context, pitches = [660, 880]) {
  if (context?.state !== "running") return;
  pitches.forEach((frequency, index) => {
    const at = context.currentTime + index * 0.25;
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0.4 });
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.2);
  });
}

/** A context for sound, or null where the browser has none. */
export function soundContext() {
  try {
    return new AudioContext({ latencyHint: "interactive" });
  } catch (error) {
    console.info("no sound:", error?.name);
    return null;
  }
}
