/** Parts of a pattern: each maps the set of places where it may begin to the set of places where it may end, so that no place is tried twice. */

export type Places = ReadonlySet<number>;
export type Part = (run: Run, from: Places) => Places;

/** Places that one test may visit, some tens of milliseconds. */
const MAX_VISITS = 500_000;

/** Thrown when a test would take longer. */
export class TooLong extends Error {}

/** One test of one text. */
export class Run {
  readonly text: string;
  #left = MAX_VISITS;

  constructor(text: string) {
    this.text = text;
  }

  visit(places: Places): Places {
    this.#left -= places.size + 1;
    if (this.#left < 0) throw new TooLong();
    return places;
  }

  /** Every place of the text, its end included. */
  everywhere(): Places {
    if (this.text.length > MAX_VISITS) throw new TooLong();
    return new Set(Array.from({ length: this.text.length + 1 }, (_, place) => place));
  }
}

/** One UTF-16 unit. */
export const unit =
  (fits: (unit: string) => boolean): Part =>
  (run, from) => {
    const after = new Set<number>();
    for (const place of run.visit(from)) if (place < run.text.length && fits(run.text[place] as string)) after.add(place + 1);
    return after;
  };

/** A place that is right in itself, like the beginning of the text. */
export const where =
  (right: (text: string, place: number) => boolean): Part =>
  (run, from) =>
    new Set([...run.visit(from)].filter((place) => right(run.text, place)));

export const sequence =
  (parts: readonly Part[]): Part =>
  (run, from) =>
    parts.reduce((places, part) => (places.size > 0 ? part(run, places) : places), run.visit(from));

export const either =
  (parts: readonly Part[]): Part =>
  (run, from) => {
    const after = new Set<number>();
    for (const part of parts) for (const place of part(run, from)) after.add(place);
    return after;
  };

export const repeated =
  (part: Part, min: number, max: number): Part =>
  (run, from) => {
    let fresh = from;
    for (let times = 0; times < min && fresh.size > 0; times++) fresh = run.visit(part(run, fresh));
    const reached = new Set(fresh);
    for (let times = min; times < max && fresh.size > 0; times++) {
      // A place that was reached in fewer rounds has nothing more to give.
      const next = [...part(run, fresh)].filter((place) => !reached.has(place));
      for (const place of next) reached.add(place);
      fresh = run.visit(new Set(next));
    }
    return reached;
  };

export const ahead =
  (part: Part, wanted: boolean): Part =>
  (run, from) =>
    new Set([...run.visit(from)].filter((place) => part(run, new Set([place])).size > 0 === wanted));

export const behind =
  (part: Part, wanted: boolean): Part =>
  (run, from) => {
    const ends = part(run, run.visit(run.everywhere()));
    return new Set([...from].filter((place) => ends.has(place) === wanted));
  };
