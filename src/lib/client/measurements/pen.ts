import type { CorrectedTap } from '../../domain/taps/corrected-taps.ts';
import type { Entry } from '../../domain/taps/entries.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { decide, UNDO, type UndoStep } from '../../domain/taps/undo.ts';
import { uuidv7 } from '../kernel/uuid.ts';

/** What writes corrections down: taps of a page. Milliseconds. */

/** A tap before it is stamped; `at` is absolute, without it the moment of the correction. */
export type Draft = Pick<Tap, 'kind' | 'lane' | 'activity' | 'target' | 'value' | 'text' | 'field'> & { id?: string; at?: number };

/** What corrections are worked out from. */
export interface Ground {
  lanes: ReadonlyMap<string, readonly Entry[]>;
  /** Living taps by their ids. */
  taps: ReadonlyMap<string, CorrectedTap>;
  newId(): string;
}

const DESK = 'desk-';
/** Was it made on a page like this one? What its maker captured on a tablet is no correction. */
export const isFromDesk = ({ device }: Tap): boolean => device.startsWith(DESK);

export interface Pen {
  device: string;
  id(): string;
  /** Taps of one correction, each time with a later moment; `after` is what they have to outlive. */
  write(drafts: readonly Draft[], after?: number): Tap[];
}

/** Stamps the taps of one page: a device and a session of its own, without a clock to be corrected. */
export function createPen(now: () => number, random: () => string): Pen {
  const device = `${DESK}${random()}`;
  const opened = now();
  let n = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    device,
    id: () => uuidv7(now()),
    write: (drafts, after = Number.NEGATIVE_INFINITY) => {
      const made_at = Math.max(Math.floor(now()), last + 1, after + 1);
      last = made_at;
      return drafts.map(({ id, at, ...draft }) => {
        n += 1;
        const stamp = { made_at, wall: made_at, mono: Math.max(0, made_at - opened), device, session: `${device}.1`, n };
        return { ...draft, id: id ?? uuidv7(made_at), at: at ?? made_at, ...stamp };
      });
    },
  };
}

/** Takes a correction back. It comes back by the same way: what took it back goes, and everything is as if it had never been said. */
export function takeBack(taps: readonly Tap[], targets: UndoStep['alive'], pen: Pick<Pen, 'write'>): Tap[] {
  let moment: Pick<Tap, 'made_at'> | null = null;
  return decide(taps, targets, false, (verdicts) => {
    const made = pen.write(verdicts.map((one) => ({ ...one, text: UNDO })));
    // One act, however many words it takes.
    moment ??= { made_at: made[0]!.made_at };
    return made.map((tap) => ({ ...tap, ...moment }));
  });
}
