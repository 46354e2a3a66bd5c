import { Buffer } from 'node:buffer';
import { CSV_BOM, CSV_DIALECTS, csvCell, csvLine } from '../../../domain/text/csv-writer.ts';
import { formatInstant } from '../../../domain/time/instant.ts';
import type { Format } from './format.ts';
import { localClock, localText } from './local-time.ts';

/** Texts that are remembered as cells: names of loggers, channels and units stand in each row. */
const REMEMBERED = 1_000;

/** As spreadsheets of the reader's language take it; a moment is told by the clock of the place and in UTC. */
export const csvFormat: Format<null> = {
  mediaType: 'text/csv; charset=utf-8',
  ending: 'csv',
  async begin({ columns }, { locale, zone }) {
    const heads = columns.flatMap(({ heading, type }) => (type === 'moment' ? [`${heading} (${zone})`, `${heading} (UTC)`] : [heading]));
    return { bytes: Buffer.from(CSV_BOM + csvLine(heads, CSV_DIALECTS[locale])), state: null };
  },
  async rows({ columns }, { locale, zone }, rows) {
    const dialect = CSV_DIALECTS[locale];
    const { separator, decimal } = dialect;
    const clock = localClock(zone);
    const texts = new Map<string, string>();
    const text = (value: string) => {
      let cell = texts.get(value);
      if (cell === undefined) {
        cell = csvCell(value, dialect);
        if (texts.size < REMEMBERED) texts.set(value, cell);
      }
      return cell;
    };
    const types = columns.map(({ type }) => type);
    let out = '';
    for (const row of rows) {
      for (let i = 0; i < row.length; i++) {
        const value = row[i]!;
        if (i > 0) out += separator;
        if (value === null) continue;
        if (typeof value === 'string') out += text(value);
        else if (types[i] === 'moment') out += localText(value, clock(value), decimal) + separator + formatInstant(value);
        else out += csvCell(value, dialect);
      }
      out += '\r\n';
    }
    return { bytes: Buffer.from(out), state: null };
  },
  end: async () => Buffer.alloc(0),
};
