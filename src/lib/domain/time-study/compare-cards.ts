import type { ElementDifference, StandardCard } from '../../contract/operations.ts';
import { folded } from '../text/folded.ts';
import { differencesOf, wholeCard } from './operation-card.ts';

/** Two cards beside each other, in thousandths of a second: elements, sums and differences add up. */

export interface CardSeconds {
  normal: number;
  standard: number;
  elements: StandardCard['elements'];
}

/** Elements as their rows say them. */
export function cardSeconds(card: StandardCard): CardSeconds {
  const whole = wholeCard(card, 0.001);
  const parts = new Map(whole.elements.map((one) => [one.activity_id, one.standard / 1_000]));
  return {
    normal: whole.normal / 1_000,
    standard: whole.standard / 1_000,
    elements: card.elements.map((one) => ({ ...one, standard: parts.get(one.activity_id) ?? one.standard })),
  };
}

export interface Comparison {
  before: CardSeconds;
  after: CardSeconds;
  rows: ElementDifference[];
  /** Seconds for one piece. */
  total: number;
}

const nameOf = ({ name }: { name: string }) => folded(name).trim();

/** Elements are the same by what they are; of two operations with panels of their own, by their names. */
export function compareCards(one: StandardCard, other: StandardCard): Comparison {
  const [before, after] = [cardSeconds(one), cardSeconds(other)];
  const same = new Set(before.elements.map(({ activity_id }) => activity_id));
  const free = after.elements.filter(({ activity_id }) => !same.has(activity_id));
  const present = new Set(after.elements.map(({ activity_id }) => activity_id));
  const elements = before.elements.map((element) => {
    if (present.has(element.activity_id)) return element;
    const at = free.findIndex((candidate) => nameOf(candidate) === nameOf(element));
    return at < 0 ? element : { ...element, activity_id: free.splice(at, 1)[0]!.activity_id };
  });
  return { before, after, rows: differencesOf({ elements }, { elements: after.elements }), total: after.standard - before.standard };
}
