import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { Shift } from '../../lib/contract/shift-calendars.ts';
import { breakMinutes } from '../../lib/domain/shifts/shifts.ts';

/** A shift while it is being written: its clock times may be none. */
export interface ShiftDraft {
  key: string;
  name: string;
  days: readonly number[];
  start: string | null;
  end: string | null;
  breaks: readonly BreakDraft[];
}
export interface BreakDraft {
  key: string;
  name: string;
  start: string | null;
  end: string | null;
  paid: boolean;
}

/** Rows without an id need something that tells them apart, those of a kept draft too. */
export const newKey = uuidv7;

/** Name of the draft of a shift or an exception of the calendar as it stands there now; null = of a new one. */
export const draftName = (part: 'shift' | 'exception', row: object | null): string =>
  `${part} ${row === null ? 'new' : JSON.stringify(row)}`;

export const draftOf = (shift: Shift): ShiftDraft => ({
  ...shift,
  key: newKey(),
  breaks: shift.breaks.map((rest) => ({ ...rest, key: newKey() })),
});

/** What is wrong with a shift that is written: by field, of breaks by their index. */
export interface ShiftFaults {
  name: boolean;
  days: boolean;
  start: boolean;
  end: boolean;
  breaks: readonly ('outside' | 'overlap' | 'time' | null)[];
}

/** The shift, or why it can't be one yet. @param withDays it begins on days of the week */
export function readDraft(draft: ShiftDraft, withDays: boolean): { shift: Shift } | { faults: ShiftFaults } {
  const { name, days, start, end } = draft;
  const breaks = draft.breaks.map((rest, index) => breakFault(draft, rest, index));
  const faults: ShiftFaults = {
    name: name.trim() === '',
    days: withDays && days.length === 0,
    start: start === null,
    end: end === null,
    breaks,
  };
  if (faults.name || faults.days || start === null || end === null || breaks.some((fault) => fault !== null)) return { faults };
  return {
    shift: {
      name: name.trim(),
      days: withDays ? days.toSorted((a, b) => a - b) : [],
      start,
      end,
      breaks: draft.breaks.map((rest) => ({ name: rest.name.trim(), start: rest.start ?? '', end: rest.end ?? '', paid: rest.paid })),
    },
  };
}

function breakFault({ start, end, breaks }: ShiftDraft, rest: BreakDraft, index: number): ShiftFaults['breaks'][number] {
  if (rest.start === null || rest.end === null) return 'time';
  if (start === null || end === null) return null;
  const own = breakMinutes({ start, end }, { start: rest.start, end: rest.end });
  if (!own.inside) return 'outside';
  const meets = breaks.slice(0, index).some((other) => {
    if (other.start === null || other.end === null) return false;
    const placed = breakMinutes({ start, end }, { start: other.start, end: other.end });
    return placed.inside && own.start < placed.end && placed.start < own.end;
  });
  return meets ? 'overlap' : null;
}
