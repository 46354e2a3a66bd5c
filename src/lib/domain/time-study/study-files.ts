import { readWall } from '../tables/wall-text.ts';
import { type CsvRow, parseCsv, plainCell, separatorOf } from '../text/csv.ts';
import { folded } from '../text/folded.ts';
import { instantsOf } from '../time/wall-clock.ts';
import { type DeskEntry, type DeskMode, type DeskProblem, readLength, readRating } from './desk-study.ts';
import type { StudyUnit } from './units.ts';

/** Studies of other programs as tables: exports of Simple Time Tracker and BORIS, our own files of entries, and plain tables of elements. */

export const STUDY_FORMATS = ['simple_time_tracker', 'boris', 'taktlog', 'table'] as const;
export type StudyFormat = (typeof STUDY_FORMATS)[number];

/** A row of a file; who did what is still a name. Moments are milliseconds since the epoch, or since the start of the study. */
export interface FileRow extends Omit<DeskEntry, 'activity' | 'lane'> {
  /** Of the activity; null where nothing is named. */
  name: string | null;
  /** Who was observed; null = the file doesn't say. */
  subject: string | null;
}
export interface StudyFile {
  format: StudyFormat;
  /** Times count from the start of the study, which somebody has to say. */
  isRelative: boolean;
  rows: FileRow[];
  problems: DeskProblem[];
  /** Each once, in the order in which they come. */
  names: string[];
  subjects: string[];
}
export interface Reading {
  /** Of the place where it was observed. */
  zone: string;
  /** Of plain tables. */
  mode: DeskMode;
  unit: StudyUnit;
}

/** Rows of one file; a measurement takes at most 20,000 taps. */
export const MOST_STUDY_ROWS = 6_000;
/** Rows among which the headings are. */
const HEADS_WITHIN = 60;
const EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;

/** Headings of our own files in the languages in which they are written (the namespace `entries-export`), folded. */
export const OWN_HEADINGS = {
  lane: ['pruh', 'lane'],
  activity: ['cinnost', 'activity'],
  kind: ['zapis', 'entry'],
  start: ['zacatek', 'start', 'zaciatok'],
  end: ['konec', 'end', 'koniec'],
  seconds: ['trvani (s)', 'duration (s)', 'trvanie (s)'],
  rating: ['stupen vykonu (%)', 'rating (%)'],
  note: ['poznamka', 'note'],
  excluded: ['vylouceno', 'excluded', 'vylucene'],
} as const;
export const OWN_KINDS = {
  state: ['cinnost', 'activity'],
  pause: ['pozastaveno', 'paused', 'pozastavene'],
  unassigned: ['nezarazeno', 'not assigned', 'nezaradene'],
  point: ['udalost', 'event'],
} as const;
/** Of plain tables, where they have headings. */
const TABLE_HEADINGS = {
  element: ['element', 'ukon', 'prvek', 'prvok', 'cinnost', 'activity'],
  time: ['time', 'cas', 'duration', 'trvani', 'trvanie', 'reading', 'odecet', 'stopky'],
  rating: ['rating', 'stupen vykonu', 'stupen', 'vykon', 'r'],
  note: ['note', 'poznamka'],
  excluded: ['excluded', 'vylouceno', 'vylucene', 'duvod', 'dovod', 'reason'],
} as const;
const STT = { name: 'activity name', from: 'time started', to: 'time ended', note: 'comment' } as const;

const word = (cell: string | undefined) =>
  folded(plainCell(cell ?? ''))
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
const cellAt = ({ cells }: CsvRow, at: number) => (at < 0 ? '' : plainCell(cells[at] ?? ''));
const placeOf = (heads: readonly string[], words: readonly string[]) => heads.findIndex((head) => words.includes(head));

interface Found {
  format: StudyFormat;
  /** Place of the headings; −1 = there are none. */
  at: number;
  heads: string[];
}

function formatOf(lines: readonly CsvRow[]): Found {
  for (const [at, { cells }] of lines.slice(0, HEADS_WITHIN).entries()) {
    const heads = cells.map(word);
    const has = (...words: string[]) => words.every((one) => heads.includes(one));
    if (has(STT.name, STT.from, STT.to)) return { format: 'simple_time_tracker', at, heads };
    if (has('behavior') && (has('start (s)', 'stop (s)') || (has('time') && (has('behavior type') || has('status')))))
      return { format: 'boris', at, heads };
    const own = (['activity', 'kind', 'start', 'end', 'seconds'] as const).every((key) => placeOf(heads, OWN_HEADINGS[key]) >= 0);
    if (own) return { format: 'taktlog', at, heads };
  }
  const heads = lines[0]?.cells.map(word) ?? [];
  const isHead = placeOf(heads, TABLE_HEADINGS.element) >= 0 || placeOf(heads, TABLE_HEADINGS.time) >= 0;
  return { format: 'table', at: isHead ? 0 : -1, heads: isHead ? heads : [] };
}

/** A moment by the clock of a place: as text, with its offset or without one, or a spreadsheet's serial number. */
function momentOf(text: string, zone: string): number | null {
  const serial = /^\d{5}(\.\d+)?$/.test(text) ? Math.round((Number(text) - EPOCH_DAYS) * DAY_MS) : null;
  const wall = serial === null ? readWall(text.replace('\u2212', '-'), 'iso') : { wall: serial * 1_000, offset: null };
  if (wall === null) return null;
  const ms = Math.floor(wall.wall / 1_000);
  return wall.offset === null ? (instantsOf(ms, zone)[0] ?? null) : ms - wall.offset / 1_000;
}

const PLAIN = { kind: 'state', rating: null, note: null, excluded: null } as const;
type Reader = (rows: readonly CsvRow[], found: Found, reading: Reading) => Pick<StudyFile, 'rows' | 'problems'>;

const readTracker: Reader = (lines, { heads }, { zone }) => {
  const [name, from, to, note] = [STT.name, STT.from, STT.to, STT.note].map((one) => heads.indexOf(one)) as [
    number,
    number,
    number,
    number,
  ];
  const rows: FileRow[] = [];
  const problems: DeskProblem[] = [];
  for (const row of lines) {
    const { line } = row;
    const [begin, end] = [momentOf(cellAt(row, from), zone), momentOf(cellAt(row, to), zone)];
    if (begin === null || end === null)
      problems.push({ line, fault: 'no_moment', found: begin === null ? cellAt(row, from) : cellAt(row, to) });
    else if (end <= begin) problems.push({ line, fault: 'not_later', found: cellAt(row, to) });
    else
      rows.push({ ...PLAIN, line, name: cellAt(row, name) || null, subject: null, from: begin, to: end, note: cellAt(row, note) || null });
  }
  return { rows, problems };
};

const secondsIn = (text: string): number | null =>
  /^\d+([.,]\d+)?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * 1_000) : null;

/** Either a row for each event, of which states have two, or a row for each state with both its ends. */
const readBoris: Reader = (lines, { heads }) => {
  const place = (...words: string[]) => placeOf(heads, words);
  const [name, subject, type, time] = [place('behavior'), place('subject'), place('behavior type', 'status'), place('time')];
  const [start, stop, comment] = [place('start (s)'), place('stop (s)'), place('comment', 'comment start')];
  const rows: FileRow[] = [];
  const problems: DeskProblem[] = [];
  const open = new Map<string, FileRow>();
  for (const row of lines) {
    const { line } = row;
    const kind = word(cellAt(row, type));
    const one = {
      ...PLAIN,
      line,
      name: cellAt(row, name) || null,
      subject: cellAt(row, subject) || null,
      note: cellAt(row, comment) || null,
    };
    const [from, to] = start >= 0 ? [secondsIn(cellAt(row, start)), secondsIn(cellAt(row, stop))] : [secondsIn(cellAt(row, time)), null];
    const key = `${one.subject}\n${one.name}`;
    if (from === null) problems.push({ line, fault: 'no_time', found: cellAt(row, start >= 0 ? start : time) });
    else if (kind.startsWith('point')) rows.push({ ...one, kind: 'point', from, to: from });
    else if (start >= 0) {
      if (to === null || to <= from) problems.push({ line, fault: 'not_later', found: cellAt(row, stop) });
      else rows.push({ ...one, from, to });
    } else if (kind.endsWith('start')) {
      if (open.has(key)) problems.push({ line, fault: 'unpaired', found: one.name ?? '' });
      else open.set(key, { ...one, from, to: from });
    } else if (kind.endsWith('stop')) {
      const begun = open.get(key);
      open.delete(key);
      if (!begun) problems.push({ line, fault: 'unpaired', found: one.name ?? '' });
      else if (from <= begun.from) problems.push({ line, fault: 'not_later', found: cellAt(row, time) });
      else rows.push({ ...begun, to: from });
    } else problems.push({ line, fault: 'no_kind', found: cellAt(row, type) });
  }
  for (const { line, name: left } of open.values()) problems.push({ line, fault: 'unpaired', found: left ?? '' });
  return { rows: rows.sort((a, b) => a.from - b.from || a.line - b.line), problems };
};

const readOwn: Reader = (lines, { heads }, { zone }) => {
  const place = (key: keyof typeof OWN_HEADINGS) => placeOf(heads, OWN_HEADINGS[key]);
  const at = { lane: place('lane'), activity: place('activity'), kind: place('kind'), start: place('start'), seconds: place('seconds') };
  const more = { rating: place('rating'), note: place('note'), excluded: place('excluded') };
  const rows: FileRow[] = [];
  const problems: DeskProblem[] = [];
  for (const row of lines) {
    const { line } = row;
    const said = word(cellAt(row, at.kind));
    const kind = (Object.keys(OWN_KINDS) as (keyof typeof OWN_KINDS)[]).find((one) => (OWN_KINDS[one] as readonly string[]).includes(said));
    // Pieces and notes are of no entry.
    if (kind === undefined) continue;
    const from = momentOf(cellAt(row, at.start), zone);
    const ms = kind === 'point' ? 0 : secondsIn(cellAt(row, at.seconds));
    const rating = readRating(cellAt(row, more.rating));
    if (from === null) problems.push({ line, fault: 'no_moment', found: cellAt(row, at.start) });
    else if (ms === null) problems.push({ line, fault: 'no_time', found: cellAt(row, at.seconds) });
    else if (ms === 0 && kind !== 'point') continue;
    else if (rating === undefined) problems.push({ line, fault: 'rating', found: cellAt(row, more.rating) });
    else
      rows.push({
        ...{ line, kind, name: kind === 'state' || kind === 'point' ? cellAt(row, at.activity) || null : null, rating },
        ...{ subject: cellAt(row, at.lane) || null, from, to: from + ms },
        ...{ note: cellAt(row, more.note) || null, excluded: cellAt(row, more.excluded) || null },
      });
  }
  return { rows, problems };
};

const readTable: Reader = (lines, { heads, at }, { mode, unit }) => {
  const place = (key: keyof typeof TABLE_HEADINGS, otherwise: number) => (at < 0 ? otherwise : placeOf(heads, TABLE_HEADINGS[key]));
  const column = {
    element: place('element', 0),
    time: place('time', 1),
    rating: place('rating', 2),
    note: place('note', 3),
    excluded: place('excluded', 4),
  };
  const rows: FileRow[] = [];
  const problems: DeskProblem[] = [];
  let from = 0;
  for (const row of lines) {
    const { line } = row;
    const [length, rating] = [readLength(cellAt(row, column.time), unit), readRating(cellAt(row, column.rating))];
    if (length === null) {
      problems.push({ line, fault: 'no_time', found: cellAt(row, column.time) });
      continue;
    }
    const to = mode === 'durations' ? from + length : length;
    if (to <= from) problems.push({ line, fault: 'not_later', found: cellAt(row, column.time) });
    else if (rating === undefined) problems.push({ line, fault: 'rating', found: cellAt(row, column.rating) });
    else
      rows.push({
        ...{ line, kind: 'state', name: cellAt(row, column.element) || null, subject: null, from, to, rating },
        ...{ note: cellAt(row, column.note) || null, excluded: cellAt(row, column.excluded) || null },
      });
    from = Math.max(from, to);
  }
  return { rows, problems };
};

const READERS: Record<StudyFormat, Reader> = { simple_time_tracker: readTracker, boris: readBoris, taktlog: readOwn, table: readTable };

/** What a text says of a study, whatever it is: nothing of it is refused but row by row. */
export function readStudyFile(text: string, reading: Reading): StudyFile {
  const lines = parseCsv(text, separatorOf(text)).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const found = formatOf(lines);
  const { rows, problems } = READERS[found.format](lines.slice(found.at + 1, found.at + 1 + MOST_STUDY_ROWS), found, reading);
  const all: DeskProblem[] = [...problems];
  for (const { line, name, kind } of rows)
    if (name === null && (kind === 'state' || kind === 'point')) all.push({ line, fault: 'no_activity', found: '' });
  const left = lines.length - found.at - 1 - MOST_STUDY_ROWS;
  if (left > 0) all.push({ line: null, fault: 'too_long', found: String(left) });
  if (rows.length === 0 && all.length === 0) all.push({ line: null, fault: 'empty', found: '' });
  return {
    format: found.format,
    isRelative: found.format === 'boris' || found.format === 'table',
    rows,
    problems: all.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    names: [...new Set(rows.flatMap(({ name }) => name ?? []))],
    subjects: [...new Set(rows.flatMap(({ subject }) => subject ?? []))],
  };
}

/** Where names of a file belong: the id of an activity, the id of a lane; null = rows of it are left out. */
export interface Matching {
  activities: ReadonlyMap<string, string | null>;
  lanes: ReadonlyMap<string, string>;
}

/** Names that are those of activities, as people write them; others are for a person to say. */
export function matchNames(
  names: readonly string[],
  activities: readonly { id: string; name: string; short: string | null }[],
): Map<string, string> {
  const known = new Map(activities.flatMap(({ id, name, short }) => [[word(short ?? ''), id] as const, [word(name), id] as const]));
  known.delete('');
  return new Map(
    names.flatMap((name) => {
      const id = known.get(word(name));
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}

/** Rows of a file on the lanes and with the activities of a panel. @param start of a study whose times are relative */
export function fileEntries(
  { rows, isRelative }: Pick<StudyFile, 'rows' | 'isRelative'>,
  { activities, lanes }: Matching,
  { start, lane }: { start: number; lane: string },
): { entries: DeskEntry[]; problems: DeskProblem[] } {
  const entries: DeskEntry[] = [];
  const problems: DeskProblem[] = [];
  for (const { name, subject, from, to, ...row } of rows) {
    const named = row.kind === 'state' || row.kind === 'point';
    const activity = named ? activities.get(name ?? '') : null;
    const own = subject === null ? lane : lanes.get(subject);
    // A row without a name was told of when the file was read.
    if (named && (name === null || activity === null)) continue;
    if (activity === undefined) problems.push({ line: row.line, fault: 'unknown_name', found: name ?? '' });
    else if (own === undefined) problems.push({ line: row.line, fault: 'no_lane', found: subject ?? '' });
    else entries.push({ ...row, activity, lane: own, from: isRelative ? start + from : from, to: isRelative ? start + to : to });
  }
  return { entries, problems };
}
