import type { Locale } from '../../constants.ts';
import type { Operation } from '../../contract/operations.ts';
import { unitWord } from '../../domain/text/unit-words.ts';
import { type ObservationSheet, observationSheet, reasonMark, type SheetReading } from '../../domain/time-study/observation-sheet.ts';
import { type ShownCard, type ShownElement, shownCard, together } from '../../domain/time-study/shown-card.ts';
import { ALLOWANCE_KINDS } from '../../domain/time-study/standard-card.ts';
import type { ShownVersion } from '../standards/standards.service.ts';
import type { ObservedElement } from '../standards/study.ts';
import type { Block, Cell, Pair } from './document.ts';
import type { Voice } from './subject.ts';

export interface StandardSubject {
  row: Operation;
  version: ShownVersion;
  shown: ShownCard;
  /** What is counted, in the language of the paper. */
  unit: string;
  /** Null where the readings of the version can't be told any more. */
  sheet: ObservationSheet | null;
  workspace: string;
}

export const standardSubject = (
  row: Operation,
  version: ShownVersion,
  elements: readonly ObservedElement[] | null,
  { workspace, locale }: { workspace: string; locale: Locale },
): StandardSubject => ({
  row,
  version,
  unit: unitWord(version.parameters.unit, locale),
  shown: shownCard(version.card, version.parameters),
  sheet: elements && observationSheet(version.sources, version.card.elements, elements),
  workspace,
});

/** What a paper about a standard says, with the figures of its page. The result stands before the signatures: it is never parted from them. */
export function standardBlocks(subject: StandardSubject, voice: Voice): Block[] {
  return [
    factsBlock(subject, voice),
    observationTable(subject, voice),
    cardTable(subject, voice),
    ...shapeBlocks(subject, voice),
    ...readingBlocks(subject, voice),
    ...textBlocks(subject, voice),
    resultBlock(subject, voice),
    signaturesBlock(subject, voice),
  ];
}

/** Elements beside one another on a sheet of paper; further ones are below. */
const ABREAST = 8;
/** Readings that are printed; files hold all of them. */
const MOST_PRINTED = 6_000;

/** The observation sheet: each reading with its rating and, where it doesn't count, the mark of the reason. */
function readingBlocks({ version, sheet }: StandardSubject, { t, format }: Voice): Block[] {
  const title = t('report-file:standard.sheet');
  if (sheet === null) return [{ type: 'text', title, paragraphs: [t('report-file:standard.untold')] }];
  const marks = new Map(sheet.reasons.map((reason, at) => [reason, reasonMark(at)]));
  const sources = new Map(
    version.sources.map(({ measurement_id, name, day }) => [measurement_id, `${name}, ${format.date(`${day}T12:00:00Z`)}`]),
  );
  let [printed, last] = [0, 0];
  for (const { cells } of sheet.rows) {
    const more = cells.reduce((sum, cell) => sum + cell.length, 0);
    if (printed + more > MOST_PRINTED) break;
    printed += more;
    last++;
  }
  const rows = sheet.rows.slice(0, last);
  const time = ({ ms, excluded }: SheetReading) => {
    const text = format.number(ms / 1_000, 3);
    return excluded === null ? text : `(${text})\u00a0${marks.get(excluded)}`;
  };
  const rating = ({ rating: one }: SheetReading) => (one === null ? '–' : format.number(one));
  const parts = Array.from({ length: Math.ceil(sheet.elements.length / ABREAST) }, (_, at) => at * ABREAST);
  const tables = parts.map((from): Block => {
    const elements = sheet.elements.slice(from, from + ABREAST);
    let group = '';
    return {
      type: 'table',
      title,
      beside: t('report-file:standard.sheet_beside'),
      columns: [
        { heading: t('report-file:standard.cycle_no'), number: true },
        ...elements.map(({ no, name }) => ({ heading: no === null ? name : `${no} ${name}`, number: true, width: 'rest' as const })),
      ],
      rows: rows.flatMap((row): (readonly Cell[])[] => {
        const named = [sources.get(row.measurement_id) ?? '', ...(sheet.hasLanes ? [row.lane] : [])].join(', ');
        const head = named === group ? [] : [[{ text: named, strong: true }]];
        group = named;
        const cells = row.cells.slice(from, from + ABREAST).map(
          (cell): Cell =>
            cell.length === 0
              ? ''
              : {
                  text: cell.map(time).join('\n'),
                  under: cell.map(rating).join(' · '),
                  muted: cell.every(({ excluded }) => excluded !== null),
                },
        );
        return [...head, [format.number(row.cycle), ...cells]];
      }),
      below:
        last < sheet.rows.length
          ? t('report-file:standard.sheet_more', { printed: format.number(printed), all: format.number(sheet.readings.length) })
          : null,
    };
  });
  const counted = (reason: string) => sheet.readings.filter(({ excluded }) => excluded === reason).length;
  const reasons: Block[] =
    sheet.reasons.length === 0
      ? []
      : [
          {
            type: 'table',
            title: t('report-file:standard.reasons'),
            beside: null,
            columns: [
              { heading: '' },
              { heading: t('report-file:standard.reason'), width: 'rest' },
              { heading: t('standards:table.n'), number: true },
            ],
            rows: sheet.reasons.map((reason) => [`(${marks.get(reason)})`, reason, format.number(counted(reason))]),
            below: null,
          },
        ];
  return [...tables, ...reasons];
}

const seconds = ({ format }: Voice, value: number) => format.quantity(value, 's', 3);
const minutes = ({ format }: Voice, value: number) => format.quantity(value / 60, 'min', 3);
const named = ({ no, element }: ShownElement) => `${no} ${element.name}`;
const bracketed = (row: ShownElement, text: string) => (row.element.counts ? text : `(${text})`);

function factsBlock({ row, version, unit, workspace }: StandardSubject, { t, format }: Voice): Block {
  const { allowances, pieces_per_cycle } = version.parameters;
  const pairs: Pair[] = [
    [t('report-file:standard.operation'), `${row.code} ${row.name}`],
    ...(row.product === null ? [] : [[t('report-file:standard.product'), row.product] as const]),
    [t('report-file:fact.workspace'), workspace],
    ...(row.machine_name === null ? [] : [[t('report-file:standard.machine'), row.machine_name] as const]),
    [t('report-file:fact.state'), t(`operations:version_state.${version.state}`, { version: version.version })],
    [t('report-file:standard.method'), t('report-file:standard.method_text')],
    [t('report-file:standard.cycle'), format.quantity(pieces_per_cycle, unit)],
    [
      t('report-file:standard.allowances'),
      allowances === null ? t('standards:basis.none') : t('standards:basis.set', { name: allowances.name, version: allowances.version }),
    ],
    [t('report-file:standard.formula'), version.formula],
    [
      t('report-file:standard.measurements'),
      version.sources.map(({ name, day }) => `${name} (${format.date(`${day}T12:00:00Z`)})`).join('; '),
    ],
  ];
  return { type: 'pairs', title: null, beside: null, pairs };
}

function observationTable({ version, shown }: StandardSubject, { t, format }: Voice): Block {
  const share = (value: number | null) => (value === null ? '–' : format.percent(value, 1));
  return {
    type: 'table',
    title: t('report-file:standard.observation'),
    beside: t('standards:source_count', { count: version.sources.length }),
    columns: [
      { heading: t('standards:table.element'), width: 'rest' },
      { heading: t('standards:table.n'), number: true },
      { heading: t('report-file:standard.deviation'), number: true },
      { heading: t('standards:table.mean'), number: true },
      { heading: t('standards:table.rating'), number: true },
      { heading: t('report-file:standard.precision'), number: true },
      { heading: t('report-file:standard.required'), number: true },
    ],
    rows: shown.rows.map((row): Cell[] => {
      const { n, excluded, mean, rating, precision, required } = row.element;
      return [
        named(row),
        format.number(n),
        format.number(excluded),
        format.number(mean, 3),
        rating === null ? '–' : format.number(rating, 1),
        share(precision),
        required === null ? '–' : format.number(required),
      ];
    }),
    below: null,
  };
}

function cardTable({ version, shown }: StandardSubject, { t, format }: Voice): Block {
  const kinds = ALLOWANCE_KINDS.filter((kind) => shown.rows.some(({ shares }) => shares[kind] > 0));
  const number = (value: number) => format.number(value, 3);
  const percent = (value: number) => format.number(value * 100, 1);
  const strong = (text: string): Cell => ({ text, strong: true });
  return {
    type: 'table',
    title: t('standards:table.label'),
    beside: `${t('report-file:standard.basis')}: ${t(`standards:basis.formula.${shown.basis}`)}`,
    columns: [
      { heading: t('standards:table.element'), width: 'rest' },
      { heading: t('standards:table.occurrence'), number: true },
      { heading: t('standards:table.frequency'), number: true },
      { heading: t('standards:table.normal_short'), number: true },
      ...kinds.map((kind) => ({ heading: `${t(`standards:kind_short.${kind}`)}, %`, number: true })),
      { heading: `${t('standards:table.total')}, %`, number: true },
      { heading: t('standards:table.standard'), number: true },
    ],
    rows: [
      ...shown.rows.map((row): Cell[] => [
        named(row),
        number(row.element.normal),
        `${format.number(row.element.occurrences)}/${format.number(row.element.cycles * version.parameters.pieces_per_cycle)}`,
        bracketed(row, number(row.normal)),
        ...kinds.map((kind) => percent(row.shares[kind])),
        percent(together(row.shares)),
        bracketed(row, number(row.standard)),
      ]),
      [
        strong(t('standards:table.sum')),
        '',
        '',
        strong(number(shown.normal)),
        ...kinds.map((kind) => `${number(shown.allowances[kind])} s`),
        `${number(shown.allowance)} s`,
        strong(number(shown.standard)),
      ],
    ],
    below: shown.rows.some(({ element }) => !element.counts) ? t('standards:formula.hidden') : null,
  };
}

function resultBlock({ version, shown, unit }: StandardSubject, voice: Voice): Block {
  const { t, format } = voice;
  const { card, parameters } = version;
  return {
    type: 'pairs',
    title: t('report-file:standard.results'),
    beside: null,
    pairs: [
      [t('standards:answer.per_unit', { unit }), seconds(voice, shown.standard)],
      [t('standards:answer.hour'), format.quantity(card.pieces_per_hour, unit, 1)],
      [t('standards:answer.shift', { hours: format.quantity(parameters.shift_h, 'h') }), format.quantity(card.pieces_per_shift, unit)],
      [`${t('standards:setup.title')}: ${t('standards:setup.normal')}`, minutes(voice, parameters.setup_s)],
      [`${t('standards:setup.title')}: ${t('standards:setup.standard')}`, minutes(voice, card.setup)],
      [t('standards:order', { batch: format.quantity(parameters.batch, unit) }), format.quantity(card.order / 60, 'min', 2)],
    ],
  };
}

function shapeBlocks({ version, shown }: StandardSubject, voice: Voice): Block[] {
  const { t, format } = voice;
  const setup = minutes(voice, version.card.setup);
  const beside = t('standards:to_confirm');
  return [
    {
      type: 'pairs',
      title: t('report-file:standard.czech'),
      beside,
      pairs: [
        [`tA1 ${t('standards:czech.ta1')}`, seconds(voice, shown.czech.ta1)],
        [`tA3 ${t('standards:czech.ta3')}`, seconds(voice, shown.czech.ta3)],
        [`kC ${t('standards:czech.kc')}`, format.number(shown.czech.kc, 4)],
        [`tAC ${t('standards:czech.tac')}`, seconds(voice, shown.czech.tac)],
        [`tBC ${t('standards:czech.tbc')}`, setup],
      ],
    },
    {
      type: 'pairs',
      title: t('report-file:standard.refa'),
      beside,
      pairs: [
        [`tg ${t('standards:refa.tg')}`, seconds(voice, shown.refa.tg)],
        [`ter ${t('standards:refa.ter')}`, seconds(voice, shown.refa.ter)],
        [`tv ${t('standards:refa.tv')}`, seconds(voice, shown.refa.tv)],
        [`te ${t('standards:refa.te')}`, seconds(voice, shown.refa.te)],
        [`tr ${t('standards:refa.tr')}`, setup],
      ],
    },
  ];
}

function textBlocks({ version: { stored } }: StandardSubject, { t }: Voice): Block[] {
  return (
    [
      ['note', stored?.review_note],
      ['statement', stored?.statement],
    ] as const
  ).flatMap(([key, text]) => (text ? [{ type: 'text' as const, title: t(`report-file:standard.${key}`), paragraphs: [text] }] : []));
}

function signaturesBlock({ version }: StandardSubject, { t, format }: Voice): Block {
  const { stored } = version;
  const when = (moment: string) => format.dateTime(moment, 'second');
  return {
    type: 'signatures',
    title: t('report-file:standard.sign'),
    signed:
      stored === null || stored.approved_at === null
        ? null
        : {
            name: stored.approved_by ?? t('recordings:signature.service'),
            lines: [
              `${t('report-file:standard.approved')} ${when(stored.approved_at)}`,
              `${stored.reviewed_by ?? t('recordings:signature.service')}, ${t('report-file:standard.reviewed')} ${when(stored.reviewed_at)}`,
            ],
          },
    none: t('report-file:standard.unsigned'),
    line: t('report-file:standard.line'),
    data: { name: t('report-file:standard.data'), hash: version.hash },
  };
}
