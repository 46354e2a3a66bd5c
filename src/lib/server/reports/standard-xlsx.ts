import { type ObservationSheet, reasonMark } from '../../domain/time-study/observation-sheet.ts';
import { wholeCard } from '../../domain/time-study/operation-card.ts';
import { type ShownElement, together } from '../../domain/time-study/shown-card.ts';
import { ALLOWANCE_KINDS } from '../../domain/time-study/standard-card.ts';
import { STUDY_UNITS, UNIT_PLACES, UNIT_SECONDS, unitStep } from '../../domain/time-study/units.ts';
import type { ReportDocument } from './document.ts';
import { columnName, head, living, number, strong, text, type WorkbookCell, type WorkbookSheet, writeWorkbook } from './living-cells.ts';
import type { StandardSubject } from './standard-report.ts';
import type { Voice } from './subject.ts';

/**
 * A standard as a workbook: readings as they were observed are numbers, and all that follows from them are formulas that anybody can follow, each
 * with its result beside it. What is shared out so that it adds up (`apportion`) is shared out by formulas, too.
 */

const TIME = '0.000';
const SHARE = '0.0%';
/** Rows of the card before its elements: what it is, what it is computed with, and the heads. */
const FIRST = 13;
/** Readings of one workbook; text files hold any number. */
export const MOST_IN_WORKBOOK = 50_000;

/** Columns of the card. */
const CARD = [
  'no',
  'element',
  'n',
  'excluded',
  'mean',
  'rating',
  'precision',
  'required',
  'occurrence',
  'occurrences',
  'cycles',
  'normal',
  'personal',
  'fatigue',
  'contingency',
  'interference',
  'share',
  'standard',
  'counts',
  'machine',
  'within',
  'exact',
  'inner',
  'factor',
  'exact_standard',
] as const;
type CardColumn = (typeof CARD)[number];
const C = Object.fromEntries(CARD.map((key, at) => [key, columnName(at)])) as Record<CardColumn, string>;

/** Columns of a unit's block: what is shown, then how it is shared out, five parts each. */
const PARTS = ['normal', ...ALLOWANCE_KINDS] as const;
const SHOWN_AT = 2;
const EXACT_AT = 9;
const FLOOR_AT = 14;
const REST_AT = 19;

interface Making extends StandardSubject {
  t: Voice['t'];
  format: Voice['format'];
  /** Null where readings are too many for formulas, or can't be told. */
  readings: ObservationSheet | null;
  names: { card: string; readings: string; sheet: string; units: string };
}
const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;
const lastRow = ({ shown }: Making): number => FIRST + shown.rows.length - 1;
const column = (making: Making, key: CardColumn): string => `$${C[key]}$${FIRST}:$${C[key]}$${lastRow(making)}`;
/** First row of the elements in the block of a unit. */
const blockRow = ({ shown }: Making, unit: number): number => unit * (shown.rows.length + 4) + 3;

export async function writeStandardXlsx(document: ReportDocument, subject: StandardSubject, { t, format }: Voice): Promise<Uint8Array> {
  const { sheet } = subject;
  const making: Making = {
    ...subject,
    t,
    format,
    readings: sheet && sheet.readings.length <= MOST_IN_WORKBOOK ? sheet : null,
    names: {
      card: t('operations:tab.standard'),
      readings: t('report-file:standard.readings'),
      sheet: t('report-file:standard.observation'),
      units: t('report-file:standard.units'),
    },
  };
  return writeWorkbook([
    cardSheet(making, document),
    ...(making.readings ? [observationSheetOf(making, making.readings), readingsSheet(making, making.readings)] : []),
    unitsSheet(making),
  ]);
}

function cardSheet(making: Making, document: ReportDocument): WorkbookSheet {
  const { t, format, version, shown, names } = making;
  const { parameters, card } = version;
  const common = parameters.allowances ? together(parameters.allowances.shares) : 0;
  const heads = [
    '',
    t('standards:table.element'),
    t('standards:table.n'),
    t('report-file:standard.deviation'),
    t('standards:table.mean'),
    t('standards:table.rating'),
    t('report-file:standard.precision'),
    t('report-file:standard.required'),
    t('standards:table.occurrence'),
    t('report-file:standard.occurrences'),
    t('report-file:standard.cycles'),
    t('standards:table.normal_short'),
    ...ALLOWANCE_KINDS.map((kind) => t(`standards:kind_short.${kind}`)),
    t('standards:table.total'),
    t('standards:table.standard'),
    t('report-file:standard.counts'),
    t('standards:table.machine'),
    t('report-file:standard.within'),
    t('report-file:standard.exact_normal'),
    t('report-file:standard.inner'),
    t('report-file:standard.factor'),
    t('report-file:standard.exact_standard'),
  ];
  const last = lastRow(making);
  const total = last + 1;
  const S = quoted(names.units);
  const sums = blockRow(making, 0) + shown.rows.length;
  const part = (at: number, result: number) => living(`${S}!${columnName(SHOWN_AT + at)}${sums}`, result, TIME);
  const product = (...keys: CardColumn[]) => `SUMPRODUCT(${keys.map((key) => column(making, key)).join(',')})`;
  const sumRow: WorkbookCell[] = [
    null,
    strong(t('standards:table.sum')),
    living(`SUM(${column(making, 'n')})`, shown.n),
    ...Array.from({ length: 8 }, () => null),
    part(0, shown.normal),
    ...ALLOWANCE_KINDS.map((kind, at) => part(at + 1, shown.allowances[kind])),
    living(`${C.standard}${total}-${C.normal}${total}`, shown.allowance, TIME),
    part(5, shown.standard),
  ];
  const line = (name: string, cell: WorkbookCell): WorkbookCell[] => [null, text(name), cell];
  const [standard, normal] = [`${C.standard}${total}`, `${C.normal}${total}`];
  const exactStandard = product('counts', 'exact_standard');
  const exactNormal = product('counts', 'exact');
  const [setUpRow, waitingRow] = [total + 5, total + 9];
  const minutes = (name: string, formula: string, seconds: number) => line(`${name}, min`, living(formula, seconds / 60, TIME));
  const setUp = (key: 'normal' | 'allowance' | 'standard', formula: string, seconds: number) =>
    minutes(`${t('standards:setup.title')}: ${t(`standards:setup.${key}`)}`, formula, seconds);
  const results: WorkbookCell[][] = [
    line(t('standards:answer.hour'), living(`3600/${exactStandard}`, card.pieces_per_hour, '0.0')),
    line(t('report-file:standard.per_shift'), living(`INT($C$5*3600/${exactStandard})`, card.pieces_per_shift)),
    setUp('normal', '$C$7/60', parameters.setup_s),
    setUp('allowance', `C${setUpRow}-C${setUpRow - 2}`, card.setup - parameters.setup_s),
    setUp('standard', shown.basis === 'workday' ? '$C$7/60/(1-$C$8)' : '$C$7/60*(1+$C$8)', card.setup),
    minutes(
      t('standards:order', { batch: format.quantity(parameters.batch, making.unit) }),
      `C${setUpRow}+$C$6*${exactStandard}/60`,
      card.order,
    ),
  ];
  const seconds = (sign: string, formula: string, result: number, shape = TIME) => line(sign, living(formula, result, shape));
  const shapes: WorkbookCell[][] = [
    seconds(`tA1 ${t('standards:czech.ta1')}, s`, `${normal}-C${waitingRow}`, shown.czech.ta1),
    seconds(
      `tA3 ${t('standards:czech.ta3')}, s`,
      `ROUND(${product('machine', 'counts', 'exact')}-SUM(${column(making, 'inner')}),3)`,
      shown.czech.ta3,
    ),
    seconds(`kC ${t('standards:czech.kc')}`, `${exactStandard}/${exactNormal}`, shown.czech.kc, '0.0000'),
    seconds(`tAC ${t('standards:czech.tac')}, s`, standard, shown.czech.tac),
    minutes(`tBC ${t('standards:czech.tbc')}`, `C${setUpRow}`, card.setup),
    seconds(`tg ${t('standards:refa.tg')}, s`, normal, shown.refa.tg),
    seconds(`ter ${t('standards:refa.ter')}, s`, `${C.fatigue}${total}`, shown.refa.ter),
    seconds(`tv ${t('standards:refa.tv')}, s`, `${C.personal}${total}+${C.contingency}${total}+${C.interference}${total}`, shown.refa.tv),
    seconds(`te ${t('standards:refa.te')}, s`, standard, shown.refa.te),
    minutes(`tr ${t('standards:refa.tr')}`, `C${setUpRow}`, card.setup),
  ];
  return {
    name: names.card,
    widths: [5, 46, 14, 10, 10, 10, 12, 14, 12, 12, 12, 12, 12, 12, 12, 12, 12, 14, 10, 10, 10, 14, 14, 10, 14],
    rows: [
      [{ type: String, value: document.title, fontWeight: 'bold', fontSize: 14 }],
      [text(document.kind), null, text(document.above)],
      [text('SHA-256'), null, text(version.hash)],
      line(t('report-file:standard.per_cycle'), number(parameters.pieces_per_cycle)),
      line(t('report-file:standard.shift'), number(parameters.shift_h)),
      line(t('report-file:standard.batch'), number(parameters.batch)),
      line(`${t('standards:setup.title')}: ${t('standards:setup.normal')}, s`, number(parameters.setup_s)),
      line(t('report-file:standard.allowances'), number(common, SHARE)),
      line(t('report-file:standard.basis'), text(t(`standards:basis.formula.${shown.basis}`))),
      line(t('report-file:standard.formula'), text(version.formula)),
      [],
      heads.map(head),
      ...shown.rows.map((row) => cardRow(making, row)),
      sumRow,
      ...results,
      [],
      ...shapes,
    ],
  };
}

function cardRow(making: Making, row: ShownElement): WorkbookCell[] {
  const { version, shown, readings, names } = making;
  const { parameters } = version;
  const { element, no } = row;
  const line = FIRST + no - 1;
  const of = (key: CardColumn) => `${C[key]}${line}`;
  const R = (letter: string) => `${quoted(names.readings)}!$${letter}$2:$${letter}$${(readings?.readings.length ?? 0) + 1}`;
  /** A formula over readings; without them, what was computed of them. */
  const read = (formula: string, result: number | null, format?: string) =>
    readings ? living(formula, result, format) : result === null ? null : number(result, format);
  const sum = (letter: string) => `SUMIFS(${R(letter)},${R('E')},${of('no')},${R('L')},1)`;
  const deviation = `SQRT(${sum('O')}/(${of('n')}-1))`;
  const within = shown.rows.find((one) => one.element.activity_id === element.within)?.no ?? null;
  const work = `SUMIFS(${column(making, 'exact')},${column(making, 'within')},`;
  const machineOf = (key: CardColumn) => `INDEX(${column(making, key)},${of('within')})`;
  const hides = `AND(${of('within')}<>"",${work}${of('within')})<=IF(${of('within')}="",0,${machineOf('exact')}))`;
  const hidden = `OR(${hides},${work}${of('no')})>${of('exact')})`;
  const whole = (at: number) => `${quoted(names.units)}!${columnName(SHOWN_AT + at)}${blockRow(making, 0) + no - 1}`;
  const jobShare = together(row.shares);
  const factor = shown.basis === 'job' || jobShare === 0 ? 1 : 1 / (1 - jobShare);
  const inner =
    within !== null && shown.rows[within - 1]!.element.machine_paced && shown.rows[within - 1]!.element.counts ? element.per_piece : 0;
  return [
    number(no),
    text(element.name),
    read(`COUNTIFS(${R('E')},${of('no')},${R('L')},1)`, element.n),
    read(`COUNTIFS(${R('E')},${of('no')},${R('L')},0)`, element.excluded),
    read(`${sum('H')}/${of('n')}`, element.mean, TIME),
    read(`IF(${of('machine')}=1,"",IFERROR(AVERAGEIFS(${R('I')},${R('E')},${of('no')},${R('L')},1),""))`, element.rating, '0.0'),
    read(`IF(${of('n')}<2,"",TINV(0.05,${of('n')}-1)*${deviation}/(SQRT(${of('n')})*${of('mean')}))`, element.precision, SHARE),
    read(`IF(${of('n')}<2,"",MAX(1,ROUNDUP((1.96*${deviation}/(0.05*${of('mean')}))^2-0.000000001,0)))`, element.required),
    read(`${sum('K')}/${of('n')}`, element.normal, TIME),
    number(element.occurrences),
    living(`${element.cycles}*$C$4`, element.cycles * parameters.pieces_per_cycle),
    living(`IF(${of('counts')}=1,${whole(0)},${of('exact')})`, row.normal, TIME),
    ...ALLOWANCE_KINDS.map((kind) => number(row.shares[kind], SHARE)),
    living(`SUM(${of('personal')}:${of('interference')})`, jobShare, SHARE),
    living(`IF(${of('counts')}=1,${whole(5)},${of('exact_standard')})`, row.standard, TIME),
    living(`IF(${hidden},0,1)`, element.counts ? 1 : 0),
    number(element.machine_paced ? 1 : 0),
    within === null ? null : number(within),
    living(`${of('occurrence')}*${of('occurrences')}/${of('cycles')}`, element.per_piece, TIME),
    living(`IF(${of('within')}="",0,${machineOf('machine')}*${machineOf('counts')}*${of('exact')})`, inner, TIME),
    living(shown.basis === 'job' ? '1' : `1/(1-${of('share')})`, factor, '0.0000'),
    living(`${of('exact')}*(1+${of('share')}*${of('factor')})`, element.standard, TIME),
  ];
}

/** Every unit has the card shared out in its last places, so that parts are totals in each of them. */
function unitsSheet(making: Making): WorkbookSheet {
  const { t, version, shown, names } = making;
  const card = quoted(names.card);
  const rows: WorkbookCell[][] = [];
  for (const [index, unit] of STUDY_UNITS.entries()) {
    const places = UNIT_PLACES[unit];
    const format = `0.${'0'.repeat(places)}`;
    const whole = wholeCard(version.card, unitStep(unit));
    const parts = new Map(whole.elements.map((one) => [one.activity_id, one]));
    const units = Math.round(version.card.standard / unitStep(unit));
    const weight = version.card.elements.reduce((sum, one) => (one.counts ? sum + one.standard : sum), 0);
    const first = blockRow(making, index);
    const last = first + shown.rows.length - 1;
    const scale = 10 ** places;
    const area = (from: number) => `$${columnName(from)}$${first}:$${columnName(from + 4)}$${last}`;
    const exactTotal = `(SUMPRODUCT(${card}!${column(making, 'counts')},${card}!${column(making, 'exact_standard')}))`;
    const steps = `$${columnName(EXACT_AT - 1)}$${first - 1}`;
    const left = `(${steps}-SUM(${area(FLOOR_AT)}))`;
    rows.push([
      null,
      strong(t(`report-file:standard.unit.${unit}`)),
      ...PARTS.map((kind) => head(t(kind === 'normal' ? 'standards:table.per_piece' : `standards:kind_short.${kind}`))),
      head(t('operations:tab.standard')),
      living(`ROUND(${exactTotal}/${UNIT_SECONDS[unit]}*${scale},0)`, units),
      head(t('report-file:standard.shared')),
    ]);
    for (const { element, no } of shown.rows) {
      const line = first + no - 1;
      const source = (key: CardColumn) => `${card}!${C[key]}${FIRST + no - 1}`;
      const shares = element.counts ? parts.get(element.activity_id) : undefined;
      const given = (kind: (typeof PARTS)[number]) => (kind === 'normal' ? (shares?.normal ?? 0) : (shares?.allowances[kind] ?? 0));
      const cell = (from: number, at: number) => `${columnName(from + at)}${line}`;
      const rank = (at: number) => {
        const own = cell(REST_AT, at);
        return `SUMPRODUCT(--(${area(REST_AT)}>${own}))+SUMPRODUCT((${area(REST_AT)}=${own})*(ROW(${area(REST_AT)})*100+COLUMN(${area(REST_AT)})<${line * 100 + REST_AT + at + 1}))`;
      };
      const exact = (kind: (typeof PARTS)[number]) =>
        element.counts ? ((kind === 'normal' ? element.per_piece : element.allowances[kind]) * units) / weight : 0;
      rows.push([
        number(no),
        text(element.name),
        ...PARTS.map((kind, at) => living(`(${cell(FLOOR_AT, at)}+IF(${rank(at)}<${left},1,0))/${scale}`, given(kind) / scale, format)),
        living(`SUM(${cell(SHOWN_AT, 0)}:${cell(SHOWN_AT, 4)})`, (shares?.standard ?? 0) / scale, format),
        null,
        ...PARTS.map((kind) =>
          living(
            `${source('counts')}*${source('exact')}${kind === 'normal' ? '' : `*${source(kind)}*${source('factor')}`}*${steps}/${exactTotal}`,
            exact(kind),
            TIME,
          ),
        ),
        ...PARTS.map((kind, at) => living(`INT(${cell(EXACT_AT, at)})`, Math.floor(exact(kind)))),
        ...PARTS.map((kind, at) =>
          living(
            `IF(${source('counts')}=1,ROUND(${cell(EXACT_AT, at)}-${cell(FLOOR_AT, at)},9),-1)`,
            element.counts ? Math.round((exact(kind) - Math.floor(exact(kind))) * 1e9) / 1e9 : -1,
            TIME,
          ),
        ),
      ]);
    }
    const sum = (at: number, result: number) =>
      living(`SUM(${columnName(SHOWN_AT + at)}${first}:${columnName(SHOWN_AT + at)}${last})`, result / scale, format);
    rows.push([
      null,
      strong(t('standards:table.sum')),
      sum(0, whole.normal),
      ...ALLOWANCE_KINDS.map((kind, at) => sum(at + 1, whole.allowances[kind])),
      sum(5, whole.standard),
    ]);
    rows.push([], []);
  }
  return {
    name: names.units,
    widths: [5, 40, 12, 12, 12, 12, 12, 14, 12, 16, 12, 12, 12, 12, 8, 8, 8, 8, 8, 10, 10, 10, 10, 10],
    rows: [[], ...rows],
  };
}

const READING_HEADS = [
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
  'square',
] as const;

/** One row for each reading. */
function readingsSheet(making: Making, { readings }: ObservationSheet): WorkbookSheet {
  const { t, version, format, names } = making;
  const sources = new Map(version.sources.map((one) => [one.measurement_id, one]));
  const card = quoted(names.card);
  const means = new Map(version.card.elements.map(({ activity_id, mean }) => [activity_id, mean]));
  return {
    name: names.readings,
    widths: [30, 12, 16, 8, 6, 26, 20, 10, 10, 12, 12, 10, 30, 30, 12],
    sticky: 1,
    rows: [
      READING_HEADS.map((key) => head(t(`report-file:standard.column.${key}`))),
      ...readings.map((one, at): WorkbookCell[] => {
        const line = at + 2;
        const { no } = one.element;
        const source = sources.get(one.measurement_id);
        const counts = one.excluded === null ? 1 : 0;
        const machine = `INDEX(${card}!${column(making, 'machine')},E${line})=1`;
        const seconds = one.ms / 1_000;
        const square = counts === 1 && no !== null ? (seconds - means.get(one.element.activity_id)!) ** 2 : 0;
        return [
          text(source?.name ?? ''),
          text(source?.day ?? ''),
          text(one.lane),
          number(one.cycle),
          no === null ? null : number(no),
          text(one.element.name),
          text(format.dateTime(one.from, 'second')),
          number(seconds, TIME),
          one.rating === null ? null : number(one.rating),
          living(no === null ? `IF(I${line}="",100,I${line})` : `IF(OR(I${line}="",${machine}),100,I${line})`, one.counted),
          living(`H${line}*J${line}/100`, (seconds * one.counted) / 100, TIME),
          living(`IF(M${line}="",1,0)`, counts),
          one.excluded === null ? null : text(one.excluded),
          one.note === null ? null : text(one.note),
          no === null
            ? number(0)
            : living(`IF(L${line}=1,(H${line}-INDEX(${card}!${column(making, 'mean')},E${line}))^2,0)`, square, '0.000000'),
        ];
      }),
    ],
  };
}

/** Cycles below one another, elements beside one another: the time of each reading, its rating, and the mark of the reason where it doesn't count. */
function observationSheetOf({ t, version, names }: Making, sheet: ObservationSheet): WorkbookSheet {
  const sources = new Map(version.sources.map((one) => [one.measurement_id, one]));
  const marks = new Map(sheet.reasons.map((reason, at) => [reason, reasonMark(at)]));
  const out = '#8a8f8d';
  const rows = sheet.rows.flatMap((row) =>
    Array.from({ length: Math.max(...row.cells.map((cell) => cell.length)) }, (_, turn): WorkbookCell[] => [
      text(sources.get(row.measurement_id)?.name ?? ''),
      text(row.lane),
      number(row.cycle),
      ...row.cells.flatMap((cell): WorkbookCell[] => {
        const one = cell[turn];
        if (one === undefined) return [null, null, null];
        const colour = one.excluded === null ? {} : { textColor: out };
        return [
          { type: Number, value: one.ms / 1_000, format: one.excluded === null ? TIME : `"("${TIME}")"`, ...colour },
          one.rating === null ? null : { type: Number, value: one.rating, ...colour },
          one.excluded === null ? null : text(marks.get(one.excluded)!),
        ];
      }),
    ]),
  );
  return {
    name: names.sheet,
    widths: [30, 16, 8, ...sheet.elements.flatMap(() => [14, 8, 5])],
    sticky: 1,
    rows: [
      [
        ...(['measurement', 'lane', 'cycle_no'] as const).map((key) => head(t(`report-file:standard.column.${key}`))),
        ...sheet.elements.flatMap(({ no, name }) => [
          head(no === null ? name : `${no} ${name}`),
          head(t('report-file:standard.column.rating')),
          head(''),
        ]),
      ],
      ...rows,
      [],
      ...sheet.reasons.map((reason): WorkbookCell[] => [text(`(${marks.get(reason)}) ${reason}`)]),
    ],
  };
}
