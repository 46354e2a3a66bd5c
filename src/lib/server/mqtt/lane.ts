/** Messages of one connection that are stored at the same time, at most. */
const MOST_AT_ONCE = 64;

interface Turn {
  begin(): Promise<void>;
  done(error?: Error): void;
  /** How it ended; null while it waits or runs. */
  end: { error?: Error } | null;
}

/**
 * The messages of one connection: begun in the order in which they came, more and more of them at a time, and answered in that order. The
 * first goes alone, since it may make the channels that the others need.
 */
export class Lane {
  readonly #turns: Turn[] = [];
  /** Place of the first that hasn't begun. */
  #next = 0;
  #running = 0;
  #atOnce = 1;
  #isClosed = false;
  readonly #idle = Promise.withResolvers<void>();

  /**
   * @param begin stores a message
   * @param done called in turn; never for a message that had not begun when the lane was closed
   */
  add(begin: Turn['begin'], done: Turn['done']): void {
    this.#turns.push({ begin, done, end: null });
    this.#begin();
  }

  /** Begins nothing more; resolves when what runs is stored and answered. */
  close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running === 0) this.#idle.resolve();
    return this.#idle.promise;
  }

  #begin(): void {
    while (!this.#isClosed && this.#running < this.#atOnce && this.#next < this.#turns.length) {
      const turn = this.#turns[this.#next++]!;
      this.#running += 1;
      turn.begin().then(
        () => this.#over(turn, {}),
        (error: Error) => this.#over(turn, { error }),
      );
    }
  }

  #over(turn: Turn, end: NonNullable<Turn['end']>): void {
    turn.end = end;
    this.#running -= 1;
    this.#atOnce = Math.min(MOST_AT_ONCE, this.#atOnce * 2);
    while (this.#turns[0]?.end) {
      const first = this.#turns.shift()!;
      this.#next -= 1;
      first.done(first.end!.error);
    }
    this.#begin();
    if (this.#isClosed && this.#running === 0) this.#idle.resolve();
  }
}
