import { Buffer } from 'node:buffer';
import type { SheetData } from 'write-excel-file/node';
import cs from '../../../../locales/cs/measurements.json' with { type: 'json' };
import en from '../../../../locales/en/measurements.json' with { type: 'json' };
import sk from '../../../../locales/sk/measurements.json' with { type: 'json' };
import type { Locale } from '../../constants.ts';
import type { ActivityFace } from '../../contract/activities.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { exportEntries as exportEndpoint } from '../../contract/measurements.ts';
import type { Key } from '../../i18n/index.ts';
import { wallOf } from '../../wall-clock.ts';
import type { Ctx } from '../context.ts';
import { CSV_BOM, type CsvDialect, csvLine, Decimals } from '../csv.ts';
import { type MeasurementRow, measurementsRepo } from './measurements.repo.ts';
import { measurementWith, toMeasurement } from './measurements.service.ts';
import { type StoredEntry, tapsRepo } from './taps.repo.ts';

const FILES: Record<Locale, object> = { cs, en, sk };
type ExportKey = Extract<Key, `measurements:export.${string}`>;

/** A word of the file, in the language of whoever reads it. */
function word(locale: Locale, key: ExportKey): string {
  const path = key.slice('measurements:'.length).split('.');
  return String(path.reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], FILES[locale]));
}
const DAY_MS = 86_400_000;
/** What spreadsheets of the language expect between columns, and before decimals. */
const DIALECTS: Record<Locale, CsvDialect> = {
  cs: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
  sk: { separator: ';', decimal: ',' },
};

interface Line {
  no: number;
  lane: string;
  worker: string | null;
  activity: string | null;
  kind: string;
  /** Milliseconds of the clock on the wall of the workspace, as if it were UTC. */
  start: number;
  end: number | null;
  duration_ms: number | null;
  /** From the start of the measurement to the end of the entry. */
  elapsed_ms: number | null;
  cycle: number;
  rating: number | null;
  note: string | null;
}

async function read(ctx: Ctx, id: string) {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const organization_id = ctx.organization.id;
    const row = await measurementWith(ctx, db, 'tm:read', id);
    const repo = measurementsRepo({ db, organization_id });
    return {
      row,
      entries: await tapsRepo({ db, organization_id, measurement_id: id }).entries(),
      version: (await repo.version(row.screen_id, row.screen_version))!,
      zone: (await repo.calendar(row.workspace_id))!.time_zone,
    };
  });
}

function linesOf(
  ctx: Ctx,
  row: MeasurementRow,
  entries: readonly StoredEntry[],
  faces: readonly ActivityFace[],
  zone: string,
  locale: Locale,
): Line[] {
  const lanes = new Map(toMeasurement(ctx, row).lanes.map((lane) => [lane.id, lane]));
  const names = new Map(faces.map(({ id, name }) => [id, name]));
  return entries.map((entry, index) => {
    const lane = lanes.get(entry.lane);
    const { from_ms, to_ms } = entry;
    return {
      no: index + 1,
      lane: lane?.name ?? entry.lane,
      worker: lane?.worker_name ?? lane?.worker ?? null,
      activity: entry.activity_id === null ? null : (names.get(entry.activity_id) ?? entry.activity_id),
      kind: word(locale, `measurements:export.kinds.${entry.kind}`),
      start: wallOf(from_ms, zone),
      end: to_ms === null ? null : wallOf(to_ms, zone),
      duration_ms: to_ms === null ? null : to_ms - from_ms,
      elapsed_ms: to_ms === null ? null : to_ms - (row.started_ms ?? from_ms),
      cycle: entry.cycle,
      rating: entry.rating,
      note: entry.note,
    };
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
] as const;

/** Hours that may be more than a day's, minutes, seconds: what a spreadsheet shows as `[hh]:mm:ss`. */
export function clockText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
const stamp = (wall: number | null): string | null => (wall === null ? null : new Date(wall).toISOString().slice(0, 19).replace('T', ' '));

function csv(lines: readonly Line[], locale: Locale, dialect: CsvDialect): string {
  const body = lines.map(({ start, end, duration_ms, elapsed_ms, ...line }) =>
    csvLine(
      [
        line.no,
        line.lane,
        line.worker,
        line.activity,
        line.kind,
        stamp(start),
        stamp(end),
        duration_ms === null ? null : clockText(duration_ms),
        duration_ms === null ? null : new Decimals(duration_ms / 1_000, 3),
        elapsed_ms === null ? null : clockText(elapsed_ms),
        line.cycle,
        line.rating,
        line.note,
      ],
      dialect,
    ),
  );
  return (
    CSV_BOM +
    csvLine(
      COLUMNS.map((column) => word(locale, `measurements:export.${column}`)),
      dialect,
    ) +
    body.join('')
  );
}

const HEAD = { fontWeight: 'bold', bottomBorderStyle: 'thin' } as const;
const TIME = 'yyyy-mm-dd hh:mm:ss';
const DURATION = '[hh]:mm:ss';

/** Durations are real ones: a spreadsheet adds them up and shows more than 24 hours. */
async function xlsx(lines: readonly Line[], locale: Locale): Promise<Uint8Array<ArrayBuffer>> {
  const { default: write } = await import('write-excel-file/node');
  const text = (value: string | null) => (value === null ? null : { type: String, value });
  const number = (value: number | null, format?: string) =>
    value === null ? null : { type: Number, value, ...(format ? { format } : {}) };
  const moment = (wall: number | null) => (wall === null ? null : { type: Date, value: new Date(wall), format: TIME });
  const days = (ms: number | null) => number(ms === null ? null : ms / DAY_MS, DURATION);
  const rows = lines.map((line) => [
    number(line.no),
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
  ]);
  const head = COLUMNS.map((column) => ({ type: String, value: word(locale, `measurements:export.${column}`), ...HEAD }));
  const widths = [6, 18, 14, 26, 14, 20, 20, 12, 12, 14, 8, 10, 40].map((width) => ({ width }));
  const data = [head, ...rows] as SheetData;
  return new Uint8Array(
    await write(data, { columns: widths, sheet: word(locale, 'measurements:export.sheet'), stickyRowsCount: 1 }).toBuffer(),
  );
}

/** @throws AppError not_found */
export async function exportEntries(
  ctx: Ctx,
  id: string,
  { format, locale = 'cs', separator }: QueryOf<typeof exportEndpoint>,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string; name: string }> {
  const { row, entries, version, zone } = await read(ctx, id);
  const lines = linesOf(ctx, row, entries, JSON.parse(version.activities) as ActivityFace[], zone, locale);
  const name = `taktlog-${row.day}-${id.slice(-12)}.${format}`;
  if (format === 'xlsx')
    return { bytes: await xlsx(lines, locale), type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name };
  const dialect = DIALECTS[locale];
  const between = separator === 'tab' ? '\t' : (separator ?? dialect.separator);
  return {
    bytes: new Uint8Array(Buffer.from(csv(lines, locale, { ...dialect, separator: between }))),
    type: 'text/csv; charset=utf-8',
    name,
  };
}
