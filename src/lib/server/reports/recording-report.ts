import type { Locale } from '../../constants.ts';
import type { Recording, RecordingEvaluation } from '../../contract/recordings.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import { conditionPlace, conditionWords, limitsText, revisionChanges, verdictReason } from '../../i18n/recording-words.ts';
import { zoneText } from '../../i18n/zone-name.ts';
import { chartsOf } from './charts.ts';
import type { Block, Cell, Pair } from './document.ts';
import type { Subject, Voice } from './subject.ts';
import { alarmsTable, calibrationsTable, eventsTable, marksTable, nameCell, statesTable, statisticsTable, verdictLamp } from './tables.ts';

/** What the report of a recording says: what its page says, in the order of paper. */

export interface Recorded {
  row: Recording;
  evaluation: RecordingEvaluation;
  subject: Subject;
  workspace: string;
  moreAlarms: boolean;
}

/** Rows of conditions that leave room for a chart on the first page. */
const CONDITIONS_BESIDE_CHART = 6;

const signedOf = ({ revisions }: Recording) => revisions.find(({ signed_at }) => signed_at !== null) ?? null;

export function recordingBlocks(found: Recorded, voice: Voice, locale: Locale): Block[] {
  const { row, subject } = found;
  const charts = chartsOf(subject, voice);
  const conditions = conditionsBlock(found, voice);
  const drawn = charts === null ? [] : [charts];
  const figures = [statisticsTable(subject, voice, true), ...statesTable(subject, voice), ...calibrationsTable(subject, voice)];
  return [
    verdictBlock(found, voice),
    factsBlock(found, voice, locale),
    conditions,
    // Below many conditions a chart finds no room; tables fill what is left of the page.
    ...(conditions.rows.length > CONDITIONS_BESIDE_CHART ? [...figures, ...drawn] : [...drawn, ...figures]),
    eventsTable(subject, voice),
    startTable(found, voice),
    marksTable(subject, voice),
    alarmsTable(subject, voice, found.moreAlarms),
    ...(row.notes.length === 0 ? [] : [notesTable(row, voice)]),
    ...(row.revisions.length === 0 ? [] : [revisionsTable(row, voice)]),
    signatureBlock(found, voice),
  ];
}

function verdictBlock({ row, evaluation }: Recorded, { t, format }: Voice): Block {
  const signed = signedOf(row);
  const reason = verdictReason(row, evaluation);
  const running = t('recordings:so_far');
  return {
    type: 'verdict',
    lamp: verdictLamp(evaluation.verdict),
    word: t(`recordings:verdict.${evaluation.verdict}`),
    lines: [
      t(`recordings:verdict_text.${reason}`),
      ...(evaluation.ended || reason === 'running' ? [] : [running.charAt(0).toUpperCase() + running.slice(1)]),
      ...(evaluation.pruned ? [t('recordings:pruned')] : []),
      signed
        ? t('report-file:by', {
            name: signed.signed_by ?? t('recordings:signature.service'),
            time: format.dateTime(signed.signed_at!, 'second'),
          })
        : t('report-file:unsigned'),
      ...(evaluation.changed ? [t('report-file:changed')] : []),
    ],
  };
}

function factsBlock({ row, evaluation, subject, workspace }: Recorded, { t, format }: Voice, locale: Locale): Block {
  const intervals = [...new Set(row.channels.flatMap(({ interval_s }) => interval_s ?? []))].sort((a, b) => a - b);
  const loggers = [...new Set(row.channels.flatMap(({ datalogger_name }) => datalogger_name ?? []))];
  const pairs: Pair[] = [
    [t('report-file:fact.purpose'), t(`recordings:purpose.${row.purpose}`)],
    [t('report-file:fact.state'), t(`recordings:state.${row.state}`)],
    [t('report-file:fact.workspace'), workspace],
    ...(row.note === null ? [] : [[t('report-file:fact.note'), row.note] as const]),
    [t('report-file:fact.loggers'), format.list(loggers)],
    [t('report-file:fact.interval'), intervals.length === 0 ? '–' : intervals.map((seconds) => format.interval(seconds)).join(', ')],
    [t('report-file:fact.readings'), format.number(evaluation.readings)],
    [t('report-file:fact.zone'), zoneText(subject.zone, locale)],
  ];
  return { type: 'pairs', title: null, beside: null, pairs };
}

function conditionsBlock({ row, evaluation }: Recorded, { t, format }: Voice): Extract<Block, { type: 'table' }> {
  const judged = evaluation.channels.filter(({ conditions }) => conditions.length > 0);
  const byId = new Map(row.channels.map((channel) => [channel.channel_id, channel]));
  const several = row.channels.length > 1;
  return {
    type: 'table',
    title: t('recordings:conditions'),
    beside: null,
    columns: [
      { heading: t('recordings:condition.name') },
      { heading: t('recordings:condition.wanted') },
      { heading: t('recordings:condition.measured'), number: true },
      { heading: '', width: 78 },
      { heading: t('recordings:condition.margin'), number: true },
      { heading: t('recordings:condition.met') },
      { heading: t('recordings:condition.worst'), width: 'rest' as const },
    ],
    rows: judged.flatMap(({ channel_id, conditions }) => {
      const channel = byId.get(channel_id)!;
      const rows = conditions.map((condition): Cell[] => {
        const { name, wanted, measured, margin, met, worst } = conditionWords(condition, channel, t, format);
        return [
          name,
          wanted,
          { text: measured, strong: true },
          { text: '', bar: { ...conditionPlace(condition), met: condition.met } },
          margin,
          { text: met, lamp: condition.met === null ? 'off' : condition.met ? 'ok' : 'alarm' },
          worst === null ? '' : { text: worst.value, under: [worst.when, worst.beyond].filter((part) => part !== null).join('; ') },
        ];
      });
      return several
        ? [[{ text: [channel.name, channel.datalogger_name].filter((part) => part !== null).join(', '), strong: true }], ...rows]
        : rows;
    }),
    below: judged.length === 0 ? t('recordings:verdict_text.no_limits') : null,
  };
}

function startTable({ row }: Recorded, { t, format }: Voice): Block {
  const [first] = row.channels;
  return {
    type: 'table',
    title: t('report-file:start.title'),
    beside: first ? format.dateTime(first.taken_at, 'minute') : null,
    columns: [
      { heading: t('recordings:condition.channel'), width: 'rest' },
      { heading: t('recordings:source.type') },
      { heading: t('recordings:source.interval'), number: true },
      { heading: t('recordings:source.limits'), number: true },
      { heading: t('recordings:source.coverage'), number: true },
    ],
    rows: row.channels.map((channel) => {
      const { logger_type: type, limits, interval_s } = channel;
      return [
        nameCell({ channel }),
        type === null ? '–' : [type.name, type.version === null ? null : `v${type.version}`].filter((part) => part !== null).join(', '),
        interval_s === null ? '–' : format.interval(interval_s),
        limitsText(format, channel, limits) ?? '–',
        limits === null ? '–' : t('recordings:condition.at_least', { value: format.percent(limits.coverage, 1) }),
      ];
    }),
    below: null,
  };
}

function notesTable({ notes }: Recording, { t, moment }: Voice): Block {
  return {
    type: 'table',
    title: t('recordings:notes.title'),
    beside: null,
    columns: [
      { heading: '', width: 14 },
      { heading: t('recordings:notes.at') },
      { heading: t('recordings:notes.text'), width: 'rest' },
      { heading: t('report-file:notes.who') },
    ],
    rows: notes.map((note, index) => [
      { text: String(index + 1), framed: true },
      moment(parseInstant(note.at)),
      note.text,
      { text: note.created_by ?? '', muted: true },
    ]),
    below: null,
  };
}

function revisionsTable({ revisions, channels }: Recording, { t, format }: Voice): Block {
  return {
    type: 'table',
    title: t('recordings:revisions.title'),
    beside: null,
    columns: [
      { heading: '' },
      { heading: t('recordings:column.time') },
      { heading: t('report-file:revisions.what'), width: 'rest' },
      { heading: t('report-file:revisions.signed') },
      { heading: t('recordings:column.verdict') },
    ],
    rows: revisions.map((revision, index) => {
      const before = revisions[index + 1];
      const changes = before ? revisionChanges(channels, before, revision, t, format) : [];
      return [
        { text: String(revision.revision), strong: true },
        format.dateTime(revision.made_at, 'minute'),
        changes.length === 0
          ? '–'
          : {
              text: changes.map(({ name, what }) => `${name}: ${what}`).join('; '),
              under: changes.flatMap(({ spans }) => spans).join(', '),
            },
        revision.signed_at === null
          ? { text: t('recordings:revisions.waits'), muted: true }
          : t('recordings:revisions.signed', { name: revision.signed_by ?? t('recordings:signature.service') }),
        { text: t(`recordings:verdict.${revision.verdict}`), lamp: verdictLamp(revision.verdict) },
      ];
    }),
    below: null,
  };
}

function signatureBlock({ row, evaluation }: Recorded, { t, format }: Voice): Block {
  const signed = signedOf(row);
  const hash = signed?.hash ?? evaluation.hash;
  return {
    type: 'signatures',
    title: t('recordings:signature.title'),
    signed: signed && {
      name: signed.signed_by ?? t('recordings:signature.service'),
      lines: [
        format.dateTime(signed.signed_at!, 'second'),
        ...(signed.statement === null ? [] : [signed.statement]),
        ...(evaluation.changed ? [t('report-file:changed')] : []),
      ],
    },
    none: t('recordings:signature.none'),
    line: t('report-file:signature.line'),
    data: hash === null ? null : { name: t('recordings:signature.hash'), hash },
  };
}
