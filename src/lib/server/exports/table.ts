import cs from '../../../../locales/cs/readings-file.json' with { type: 'json' };
import en from '../../../../locales/en/readings-file.json' with { type: 'json' };
import sk from '../../../../locales/sk/readings-file.json' with { type: 'json' };
import type { Locale } from '../../constants.ts';
import type { Reading } from '../../contract/readings.ts';
import { shownNumber } from '../../domain/quantities/shown.ts';
import { stateWord } from '../../domain/text/state-words.ts';
import { fileWord } from '../../i18n/file-word.ts';
import type { Key } from '../../i18n/index.ts';
import { qualityOf } from '../readings/quality.ts';
import type { Plan, Source } from './plan.ts';
import type { Counted, LongRow, WideRow } from './walk.ts';

/** Readings as rows of a table, whatever it is then written as. */

const FILES: Record<Locale, object> = { cs, en, sk };
export const word = (locale: Locale, key: Extract<Key, `readings-file:${string}`>) => fileWord(FILES[locale], key);

/** A moment is a number of microseconds UTC. */
export type Cell = string | number | null;
export interface Column {
  /** For programs. */
  id: string;
  /** For people. */
  heading: string;
  type: 'text' | 'moment' | 'value';
}
export interface Table {
  columns: readonly Column[];
  rowOf(row: LongRow | WideRow): Cell[];
}

/** Formats that people open: words of qualities in their language. */
const isForPeople = ({ format }: Plan) => format === 'csv' || format === 'xlsx';

const shownOf = ({ conversion }: Source, { num, text }: Counted): string | number | null =>
  num === null ? text : shownNumber(num, conversion);

export function tableOf(plan: Plan): Table {
  const { locale, layout } = plan;
  const people = isForPeople(plan);
  const quality = (source: Source, reading: Counted): Reading['quality'] => qualityOf(reading, source.range);
  const said = (found: Reading['quality']) => (people ? word(locale, `readings-file:quality.${found}`) : found);
  const column = (id: keyof typeof cs.column, type: Column['type']): Column => ({
    id,
    heading: word(locale, `readings-file:column.${id}`),
    type,
  });
  if (layout === 'long') {
    const columns = [
      column('logger', 'text'),
      column('channel', 'text'),
      column('key', 'text'),
      column('unit', 'text'),
      column('time', 'moment'),
      column('value', 'value'),
      column('word', 'text'),
      column('quality', 'text'),
    ];
    return {
      columns,
      rowOf(row) {
        const { source, reading } = row as LongRow;
        const { channel, logger, unit, words } = source;
        const meant = words === null || reading.num === null ? null : stateWord(words, reading.num, locale);
        return [logger, channel.name, channel.key, unit, reading.ts, shownOf(source, reading), meant, said(quality(source, reading))];
      },
    };
  }
  const names = namesOf(plan.sources);
  const columns: Column[] = [
    column('time', 'moment'),
    ...plan.sources.map(
      ({ unit }, i): Column => ({ id: names[i]!, heading: unit === null ? names[i]! : `${names[i]} [${unit}]`, type: 'value' }),
    ),
    column('quality', 'text'),
  ];
  return {
    columns,
    rowOf(row) {
      const { ts, readings } = row as WideRow;
      const cells: Cell[] = [ts];
      let doubts = '';
      for (const [i, reading] of readings.entries()) {
        const source = plan.sources[i]!;
        cells.push(reading === undefined ? null : shownOf(source, reading));
        const found = reading === undefined ? 'good' : quality(source, reading);
        if (found !== 'good') doubts += `${doubts === '' ? '' : ', '}${names[i]}: ${said(found)}`;
      }
      cells.push(doubts === '' ? null : doubts);
      return cells;
    },
  };
}

/** Of channels of one logger their names, else with their logger's; where that isn't enough, with their keys. */
export function namesOf(sources: readonly Source[]): string[] {
  const oneLogger = new Set(sources.map(({ channel }) => channel.datalogger_id)).size <= 1;
  const plain = sources.map(({ channel, logger }) => (oneLogger || logger === null ? channel.name : `${logger} – ${channel.name}`));
  const taken = new Map<string, number>([
    ['time', 1],
    ['quality', 1],
  ]);
  for (const name of plain) taken.set(name, (taken.get(name) ?? 0) + 1);
  const used = new Set<string>();
  return plain.map((name, i) => {
    const { key, id } = sources[i]!.channel;
    let own = taken.get(name) === 1 ? name : oneLogger ? key : `${name} (${key})`;
    if (used.has(own)) own = `${own} ${id}`;
    used.add(own);
    return own;
  });
}
