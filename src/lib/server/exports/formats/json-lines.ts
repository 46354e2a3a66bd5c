import { Buffer } from 'node:buffer';
import { formatInstant } from '../../../domain/time/instant.ts';
import type { Format } from './format.ts';

/** An object in each line; moments in UTC. What a row doesn't have is left out. */
export const jsonFormat: Format<null> = {
  mediaType: 'application/x-ndjson; charset=utf-8',
  ending: 'jsonl',
  begin: async () => ({ bytes: Buffer.alloc(0), state: null }),
  async rows({ columns }, _, rows) {
    const names = columns.map(({ id }) => `${JSON.stringify(id)}:`);
    let out = '';
    for (const row of rows) {
      let before = '{';
      for (let i = 0; i < row.length; i++) {
        const value = row[i]!;
        if (value === null) continue;
        out += before + names[i] + (columns[i]!.type === 'moment' ? `"${formatInstant(value as number)}"` : JSON.stringify(value));
        before = ',';
      }
      out += '}\n';
    }
    return { bytes: Buffer.from(out), state: null };
  },
  end: async () => Buffer.alloc(0),
};
