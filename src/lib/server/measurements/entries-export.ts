import { Buffer } from 'node:buffer';
import type { SheetData } from 'write-excel-file/node';
import cs from '../../../../locales/cs/entries-export.json' with { type: 'json' };
import en from '../../../../locales/en/entries-export.json' with { type: 'json' };
import sk from '../../../../locales/sk/entries-export.json' with { type: 'json' };
import type { Locale } from '../../constants.ts';
import type { ActivityFace } from '../../contract/activities.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { Evaluation, exportEntries as exportEndpoint } from '../../contract/measurements.ts';
import type { Definition } from '../../contract/screens.ts';
import { REFERENCE_FIELDS, type ReferenceField } from '../../contract/tap-kinds.ts';
import { computeTimeline } from '../../domain/taps/entries.ts';
import type { References } from '../../domain/taps/references.ts';
import { above } from '../../domain/taxonomies/taxonomy-rules.ts';
import { CSV_BOM, CSV_DIALECTS, type CsvDialect, csvLine, Decimals } from '../../domain/text/csv-writer.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import { wallOf } from '../../domain/time/wall-clock.ts';
import { fileWord } from '../../i18n/file-word.ts';
import type { Key } from '../../i18n/index.ts';
import { offsetIfTwice } from '../../i18n/twice.ts';
import type { Ctx } from '../kernel/context.ts';
import { storedPanel } from './entries.service.ts';
import { evaluationOf } from './evaluation.ts';
import { type MeasurementRow, measurementsRepo } from './measurements.repo.ts';
import { measurementWith, toMeasurement } from './measurements.service.ts';
import { tapsRepo } from './taps.repo.ts';

const FILES: Record<Locale, object> = { cs, en, sk };
type ExportKey = Extract<Key, `entries-export:${string}`>;

/** A word of the file, in the language of whoever reads it. */
const word = (locale: Locale, key: ExportKey) => fileWord(FILES[locale], key);
const DAY_MS = 86_400_000;
/** The clock on the wall of the workspace, milliseconds as if it were UTC; its offset from UTC only where it shows the same twice. */
interface Stamp {
  wall: number;
  offset: string;
}
const stampOf = (ms: number, zone: string): Stamp => ({ wall: wallOf(ms, zone), offset: offsetIfTwice(ms, zone).replace('\u2212', '-') });

/** One row: an entry that lasts, or a note, an event or pieces at a moment. */
interface Line {
  lane: string | null;
  worker: string | null;
  activity: string | null;
  kind: string;
  /** Milliseconds of the clock on the wall of the workspace, as if it were UTC. */
  start: Stamp;
  end: Stamp | null;
  duration_ms: number | null;
  /** From the start of the measurement to the end of the entry. */
  elapsed_ms: number | null;
  cycle: number | null;
  rating: number | null;
  note: string | null;
  excluded: string | null;
  pieces: number | null;
  /** Order, product and batch of the entry, or of the one of its moment. */
  references: References;
  /** Names of its category in each taxonomy, from the topmost one. */
  categories: (string | null)[];
}

/** A study as a file: what it is about, and everything that was noted, in time. */
interface Study {
  head: readonly (readonly [label: string, value: string | null])[];
  /** Those that the panel asks for, and such as were said all the same. */
  fields: readonly ReferenceField[];
  taxonomies: readonly string[];
  lines: readonly Line[];
  writing: Writing;
}

/** Moments and lengths of one file are equally fine, and fine enough that nothing is rounded: whatever is added up there is exact. */
interface Writing {
  /** Decimals of a second. */
  places: 0 | 3;
  decimal: string;
}

async function read(ctx: Ctx, id: string) {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const organization_id = ctx.organization.id;
    const row = await measurementWith(ctx, db, 'tm:read', id);
    const repo = measurementsRepo({ db, organization_id });
    const version = (await repo.version(row.screen_id, row.screen_version))!;
    return {
      row,
      version,
      timeline: computeTimeline(await tapsRepo({ db, organization_id, measurement_id: id }).all(), storedPanel(row, version)),
      evaluation: await evaluationOf(ctx, db, row),
      names: await repo.namesFor(row.workspace_id, ctx.actor.kind === 'user' ? ctx.actor.id : null),
      zone: (await repo.calendar(row.workspace_id))!.time_zone,
    };
  });
}

/** Names of an activity's category and those above it, for each taxonomy. */
function categoriesOf({ taxonomies, activities }: Evaluation, locale: Locale): (activity: string | null) => (string | null)[] {
  const byCode = taxonomies.map(({ categories }) => new Map(categories.map((one) => [one.code, one])));
  return (activity) =>
    taxonomies.map(({ id }, at) => {
      const code = activity === null ? undefined : activities[activity]?.[id];
      const own = code === undefined ? undefined : byCode[at]!.get(code);
      if (!own) return null;
      return [own, ...(above(byCode[at]!, own.code) ?? [])]
        .map(({ names }) => names[locale])
        .reverse()
        .join(' / ');
    });
}

async function studyOf(ctx: Ctx, id: string, locale: Locale): Promise<Study & { row: MeasurementRow }> {
  const { row, version, timeline, evaluation, names, zone } = await read(ctx, id);
  const shown = toMeasurement(ctx, row);
  const lanes = new Map(shown.lanes.map((lane) => [lane.id, lane]));
  const faces = new Map((JSON.parse(version.activities) as ActivityFace[]).map((face) => [face.id, face.name]));
  const sorted = categoriesOf(evaluation, locale);
  const begin = timeline.from;
  const lineOf = (lane: string | null, activity: string | null, kind: keyof typeof cs.kinds, at: number): Line => {
    const observed = lane === null ? undefined : lanes.get(lane);
    return {
      lane: observed?.name ?? lane,
      worker: observed?.worker_name ?? observed?.worker ?? null,
      activity: activity === null ? null : (faces.get(activity) ?? activity),
      kind: word(locale, `entries-export:kinds.${kind}`),
      start: stampOf(at, zone),
      ...{
        end: null,
        duration_ms: null,
        elapsed_ms: null,
        cycle: null,
        rating: null,
        note: null,
        excluded: null,
        pieces: null,
        references: {},
      },
      categories: sorted(activity),
    };
  };
  const timed = [
    ...timeline.entries.map(({ lane, activity, kind, from, to, cycle, rating, note, excluded, references = {} }) => {
      const lasts = to === null ? {} : { end: stampOf(to, zone), duration_ms: to - from, elapsed_ms: to - (begin ?? from) };
      return {
        at: from,
        lane,
        line: { ...lineOf(lane, activity, kind, from), ...lasts, cycle, rating, note, excluded, references },
        lasts: true,
      };
    }),
    ...timeline.points.map(({ lane, activity, at, note }) => ({ at, lane, line: { ...lineOf(lane, activity, 'point', at), note } })),
    ...timeline.counted.map(({ lane, activity, at, by }) => ({ at, lane, line: { ...lineOf(lane, activity, 'count', at), pieces: by } })),
    ...timeline.notes.map(({ lane, at, text }) => ({ at, lane, line: { ...lineOf(lane, null, 'note', at), note: text } })),
  ];
  const label = (key: keyof typeof cs.head) => word(locale, `entries-export:head.${key}`);
  const lines = withReferences(
    timed.sort((a, b) => a.at - b.at),
    timeline.lanes[0] ?? '',
  );
  const asked = (JSON.parse(version.definition) as Definition).references ?? [];
  const edges = lines.flatMap(({ start, end }) => [start.wall, end?.wall ?? 0]);
  const writing: Writing = { places: edges.every((wall) => wall % 1_000 === 0) ? 0 : 3, decimal: CSV_DIALECTS[locale].decimal };
  const moment = (ms: number | null) => (ms === null ? null : stampText(stampOf(ms, zone), writing));
  const head: Study['head'] = [
    [label('organization'), names.organization],
    [label('workspace'), names.workspace],
    [label('measurement'), row.name],
    [label('method'), word(locale, `entries-export:methods.${row.method}`)],
    [label('machine'), row.machine_name],
    [label('screen'), `${version.name}, ${label('version')} ${row.screen_version}`],
    ...shown.lanes.map((lane) => [`${label('lane')} ${lane.name}`, lane.worker_name ?? lane.worker] as const),
    [label('observer'), shown.observer_name],
    [label('begin'), moment(timeline.from)],
    [label('end'), moment(timeline.to)],
    [label('zone'), zone],
    [label('shift'), shown.shift ? `${shown.day}, ${shown.shift.name}` : shown.day],
    [label('note'), row.note],
    [label('categories'), evaluation.kept_at === null ? label('present') : moment(Math.floor(parseInstant(evaluation.kept_at) / 1_000))],
    [label('exported_at'), moment(Math.floor(ctx.clock.now() / 1_000))],
    [label('exported_by'), names.person],
  ];
  return {
    row,
    head,
    fields: REFERENCE_FIELDS.filter(
      (field) => asked.some((one) => one.field === field) || lines.some(({ references }) => references[field] !== undefined),
    ),
    taxonomies: evaluation.taxonomies.map((one) => one.names[locale]),
    lines,
    writing,
  };
}

/** What lasts no time belongs to what the entry of its moment does. @param timed in time, an entry before what happens in it */
function withReferences(timed: readonly { lane: string | null; line: Line; lasts?: true }[], first: string): Line[] {
  const now = new Map<string, References>();
  return timed.map(({ lane, line, lasts }) => {
    if (lasts) now.set(lane ?? first, line.references);
    return { ...line, references: now.get(lane ?? first) ?? {} };
  });
}

const COLUMNS = [
  'no',
  'lane',
  'worker',
  'activity',
  'kind',
  'start',
  'end',
  'duration',
  'seconds',
  'elapsed',
  'cycle',
  'rating',
  'note',
  'excluded',
  'pieces',
] as const;
const columnsOf = ({ fields, taxonomies }: Pick<Study, 'fields' | 'taxonomies'>, locale: Locale): string[] => [
  ...[...COLUMNS, ...fields].map((column) => word(locale, `entries-export:${column}`)),
  ...taxonomies,
];

const fractionText = (ms: number, { places, decimal }: Writing): string =>
  places === 0 ? '' : decimal + String(ms % 1_000).padStart(places, '0');
/** Hours that may be more than a day's, minutes, seconds: what a spreadsheet shows as `[hh]:mm:ss`. */
function clockText(ms: number, writing: Writing): string {
  const seconds = Math.floor(ms / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fractionText(ms, writing)}`;
}
const stampText = ({ wall, offset }: Stamp, writing: Writing): string =>
  [new Date(wall).toISOString().slice(0, 19).replace('T', ' ') + fractionText(wall, writing), offset].filter(Boolean).join(' ');

/** The head of the study in two columns, an empty line, then the table. */
function csv({ head, fields, taxonomies, lines, writing }: Study, locale: Locale, dialect: CsvDialect): string {
  const body = lines.map(({ start, end, duration_ms, elapsed_ms, ...line }, index) => [
    index + 1,
    line.lane,
    line.worker,
    line.activity,
    line.kind,
    stampText(start, writing),
    end && stampText(end, writing),
    duration_ms === null ? null : clockText(duration_ms, writing),
    duration_ms === null ? null : new Decimals(duration_ms / 1_000, 3),
    elapsed_ms === null ? null : clockText(elapsed_ms, writing),
    line.cycle,
    line.rating,
    line.note,
    line.excluded,
    line.pieces,
    ...fields.map((field) => line.references[field] ?? null),
    ...line.categories,
  ]);
  return CSV_BOM + [...head, [], columnsOf({ fields, taxonomies }, locale), ...body].map((cells) => csvLine(cells, dialect)).join('');
}

const HEAD = { fontWeight: 'bold', bottomBorderStyle: 'thin' } as const;
const TIME = 'yyyy-mm-dd hh:mm:ss';
const DURATION = '[hh]:mm:ss';
const FRACTION = '.000';

/** Durations are real ones: a spreadsheet adds them up and shows more than 24 hours. */
async function xlsx({ head, fields, taxonomies, lines, writing }: Study, locale: Locale): Promise<Uint8Array<ArrayBuffer>> {
  const { default: write } = await import('write-excel-file/node');
  const text = (value: string | null) => (value === null ? null : { type: String, value });
  const number = (value: number | null, format?: string) =>
    value === null ? null : { type: Number, value, ...(format ? { format } : {}) };
  const fine = writing.places === 0 ? '' : FRACTION;
  // A spreadsheet's moment knows no offset: where it takes one, it is a text.
  const moment = (stamp: Stamp | null) =>
    stamp === null || stamp.offset !== ''
      ? text(stamp && stampText(stamp, writing))
      : { type: Date, value: new Date(stamp.wall), format: TIME + fine };
  const days = (ms: number | null) => number(ms === null ? null : ms / DAY_MS, DURATION + fine);
  const rows = lines.map((line, index) => [
    number(index + 1),
    text(line.lane),
    text(line.worker),
    text(line.activity),
    text(line.kind),
    moment(line.start),
    moment(line.end),
    days(line.duration_ms),
    number(line.duration_ms === null ? null : line.duration_ms / 1_000),
    days(line.elapsed_ms),
    number(line.cycle),
    number(line.rating),
    text(line.note),
    text(line.excluded),
    number(line.pieces),
    ...fields.map((field) => text(line.references[field] ?? null)),
    ...line.categories.map(text),
  ]);
  const titles = columnsOf({ fields, taxonomies }, locale).map((value) => ({ type: String, value, ...HEAD }));
  const widths = [6, 18, 14, 26, 14, 20, 20, 12, 12, 14, 8, 10, 40, 24, 8, ...fields.map(() => 20), ...taxonomies.map(() => 30)].map(
    (width) => ({ width }),
  );
  const about = head.map(([label, value]) => [{ type: String, value: label, fontWeight: 'bold' }, text(value)]);
  const sheets = [
    { data: [titles, ...rows] as SheetData, columns: widths, sheet: word(locale, 'entries-export:sheet'), stickyRowsCount: 1 },
    { data: about as SheetData, columns: [{ width: 30 }, { width: 50 }], sheet: word(locale, 'entries-export:head.sheet') },
  ];
  return new Uint8Array(await write(sheets).toBuffer());
}

/** @throws AppError not_found */
export async function exportEntries(
  ctx: Ctx,
  id: string,
  { format, locale = 'cs', separator }: QueryOf<typeof exportEndpoint>,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string; name: string }> {
  const study = await studyOf(ctx, id, locale);
  const name = `taktlog-${study.row.day}-${id.slice(-12)}.${format}`;
  if (format === 'xlsx')
    return { bytes: await xlsx(study, locale), type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name };
  const dialect = CSV_DIALECTS[locale];
  const between = separator === 'tab' ? '\t' : (separator ?? dialect.separator);
  return {
    bytes: new Uint8Array(Buffer.from(csv(study, locale, { ...dialect, separator: between }))),
    type: 'text/csv; charset=utf-8',
    name,
  };
}
