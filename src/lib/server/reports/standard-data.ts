import { Buffer } from 'node:buffer';
import type { Locale } from '../../constants.ts';
import type { StandardPart } from '../../contract/reports.ts';
import { CSV_BOM, CSV_DIALECTS, csvLine, Decimals } from '../../domain/text/csv-writer.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { wholeCard } from '../../domain/time-study/operation-card.ts';
import { together } from '../../domain/time-study/shown-card.ts';
import { ALLOWANCE_KINDS } from '../../domain/time-study/standard-card.ts';
import { STUDY_UNITS, UNIT_PLACES, unitStep } from '../../domain/time-study/units.ts';
import type { ReportDocument } from './document.ts';
import type { StandardSubject } from './standard-report.ts';
import type { Voice } from './subject.ts';

/** A standard and its readings as data, from what the page, the paper and the workbook are made of. */

/** Seconds with three places, as on the page. */
const seconds = (value: number) => new Decimals(value, 3);
/** Parts of one as per cent. */
const percent = (share: number | null) => (share === null ? null : new Decimals(share * 100, 2));

function cardTable({ version, shown }: StandardSubject, { t }: Voice): unknown[][] {
  const column = (key: 'no' | 'element' | 'counts') => t(`report-file:standard.column.${key}`);
  const { pieces_per_cycle } = version.parameters;
  return [
    [
      column('no'),
      column('element'),
      t('standards:table.n'),
      t('report-file:standard.deviation'),
      t('standards:table.mean'),
      t('standards:table.rating'),
      `${t('report-file:standard.precision')}, %`,
      t('report-file:standard.required'),
      t('standards:table.occurrence'),
      t('report-file:standard.occurrences'),
      t('report-file:standard.cycles'),
      t('standards:table.normal_short'),
      ...ALLOWANCE_KINDS.map((kind) => `${t(`standards:kind_short.${kind}`)}, %`),
      `${t('standards:table.total')}, %`,
      t('standards:table.standard'),
      column('counts'),
    ],
    ...shown.rows.map(({ no, element, normal, standard, shares }) => [
      no,
      element.name,
      element.n,
      element.excluded,
      seconds(element.mean),
      element.rating === null ? null : new Decimals(element.rating, 1),
      percent(element.precision),
      element.required,
      seconds(element.normal),
      element.occurrences,
      element.cycles * pieces_per_cycle,
      seconds(normal),
      ...ALLOWANCE_KINDS.map((kind) => percent(shares[kind])),
      percent(together(shares)),
      seconds(standard),
      element.counts ? 1 : 0,
    ]),
    [
      null,
      t('standards:table.sum'),
      shown.n,
      ...Array.from({ length: 8 }, () => null),
      seconds(shown.normal),
      ...Array.from({ length: 5 }, () => null),
      seconds(shown.standard),
      null,
    ],
  ];
}

function readingTable({ version, sheet }: StandardSubject, { t, format }: Voice): unknown[][] {
  const names = new Map(version.sources.map(({ measurement_id, name, day }) => [measurement_id, [name, day]]));
  const columns = [
    'measurement',
    'day',
    'lane',
    'cycle_no',
    'no',
    'element',
    'start',
    'seconds',
    'rating',
    'counted',
    'normal',
    'counts',
    'reason',
    'note',
  ] as const;
  return [
    columns.map((key) => t(`report-file:standard.column.${key}`)),
    ...(sheet?.readings ?? []).map((one) => [
      ...(names.get(one.measurement_id) ?? [null, null]),
      one.lane,
      one.cycle,
      one.element.no,
      one.element.name,
      format.dateTime(one.from, 'second'),
      seconds(one.ms / 1_000),
      one.rating,
      one.counted,
      seconds((one.ms * one.counted) / 100_000),
      one.excluded === null ? 1 : 0,
      one.excluded,
      one.note,
    ]),
  ];
}

/** One table as text, by the customs of spreadsheets of the language. */
export function standardCsv(subject: StandardSubject, voice: Voice, locale: Locale, part: StandardPart): Uint8Array {
  const rows = part === 'card' ? cardTable(subject, voice) : readingTable(subject, voice);
  return Buffer.from(CSV_BOM + rows.map((cells) => csvLine(cells, CSV_DIALECTS[locale])).join(''));
}

/** Everything that the standard says: exact figures, the same shared out in each unit, and each reading. */
export function standardJson({ row, version, sheet, workspace }: StandardSubject, document: ReportDocument): Uint8Array {
  const { stored } = version;
  const data = {
    format: 'taktlog-standard',
    format_version: 1,
    url: document.url,
    operation: { id: row.id, code: row.code, name: row.name, product: row.product, machine: row.machine_name, workspace },
    standard: {
      version: version.version,
      state: version.state,
      hash: version.hash,
      formula: version.formula,
      reviewed_at: stored?.reviewed_at ?? null,
      reviewed_by: stored?.reviewed_by ?? null,
      review_note: stored?.review_note ?? null,
      approved_at: stored?.approved_at ?? null,
      approved_by: stored?.approved_by ?? null,
      statement: stored?.statement ?? null,
    },
    parameters: version.parameters,
    /** Seconds for one piece, exact. */
    card: version.card,
    /** In steps of each unit: every sum is that of its parts. */
    units: Object.fromEntries(
      STUDY_UNITS.map((unit) => [unit, { step: 1 / 10 ** UNIT_PLACES[unit], steps: wholeCard(version.card, unitStep(unit)) }]),
    ),
    sources: version.sources,
    /** Null = the readings of this version can't be told any more. */
    readings:
      sheet?.readings.map(({ measurement_id, lane, cycle, element, from, ms, rating, counted, excluded, note }) => ({
        measurement_id,
        lane,
        cycle,
        activity_id: element.activity_id,
        element: element.name,
        at: formatInstant(from * 1_000),
        ms,
        rating,
        counted,
        excluded,
        note,
      })) ?? null,
  };
  return Buffer.from(`${JSON.stringify(data, null, 2)}\n`);
}
