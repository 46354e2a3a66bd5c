import { Buffer } from 'node:buffer';
import type { Cell } from '../table.ts';
import type { Format } from './format.ts';

/** Control characters can't stand in a line, whatever is escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f]+/g;
/** A backslash before the end of a tag would escape what follows it. */
const tag = (text: Cell): string => String(text).replace(CONTROLS, ' ').replace(/\\+$/, '').replace(/[ ,=]/g, '\\$&');
const field = (text: string): string => `"${text.replace(CONTROLS, ' ').replace(/["\\]/g, '\\$&')}"`;

/**
 * A reading in each line, `readings,logger=…,channel=…,unit=… value=…,quality="…" <nanoseconds>`: of words, and of what a sensor says that can't
 * measure, `text` instead of `value`.
 */
export const lineFormat: Format<null> = {
  mediaType: 'application/vnd.influxdata.lineprotocol; charset=utf-8',
  ending: 'lp',
  begin: async () => ({ bytes: Buffer.alloc(0), state: null }),
  async rows({ columns }, _, rows) {
    const at = new Map(columns.map(({ id }, i) => [id, i]));
    const tags = (['logger', 'channel', 'key', 'unit'] as const).map((id) => [id, at.get(id)!] as const);
    const [time, value, quality] = [at.get('time')!, at.get('value')!, at.get('quality')!];
    /** Of the row before: neighbours are mostly of one channel. */
    let of = '';
    let last: readonly Cell[] = [];
    let out = '';
    for (const row of rows) {
      const said = row[value]!;
      if (said === null) continue;
      if (tags.some(([, i]) => row[i] !== last[i])) {
        last = row;
        of = `readings${tags.map(([id, i]) => (row[i] === null || tag(row[i]!) === '' ? '' : `,${id}=${tag(row[i]!)}`)).join('')}`;
      }
      const written = typeof said === 'number' ? `value=${said}` : `text=${field(said)}`;
      out += `${of} ${written},quality=${field(String(row[quality]))} ${row[time]}000\n`;
    }
    return { bytes: Buffer.from(out), state: null };
  },
  end: async () => Buffer.alloc(0),
};
