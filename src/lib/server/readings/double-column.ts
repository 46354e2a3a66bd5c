const FIRST = 1_024;

/**
 * Numbers added one by one, kept as doubles side by side. A list of as many numbers is copied at each of its many growths and takes two to three
 * times as long to fill.
 */
export class DoubleColumn {
  #values = new Float64Array(FIRST);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Float64Array(2 * this.#values.length);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length++] = value;
  }

  /** What was added so far. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
