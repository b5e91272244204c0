// A pause before something that is final once it is sent.

/** A pause of `length` ms. `done` resolves to true when it ends, or to false when it was undone. */
export class Hold {
  #end;
  #timer = null;

  constructor(length) {
    this.length = length;
    this.done = new Promise((resolve) => { this.#end = resolve; });
    this.resume();
  }

  /** Begins the whole pause again. */
  resume() {
    this.pause();
    this.#timer = setTimeout(() => this.now(), this.length);
  }

  /** Stops the time, such as while somebody is at the button that undoes it. */
  pause() {
    clearTimeout(this.#timer);
  }

  now() {
    this.pause();
    this.#end(true);
  }

  undo() {
    this.pause();
    this.#end(false);
  }

  /** Two pauses show the same. */
  toJSON() {
    return "hold";
  }
}
