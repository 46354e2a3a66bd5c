import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import type { Tap } from '../../domain/taps/tap.ts';
import { type KeptTap, openJournal } from './journal.ts';

/** Connections that were opened to the tablet's journal. */
let connections: IDBDatabase[];

beforeEach(() => {
  connections = [];
  const factory = new IDBFactory();
  const open = factory.open.bind(factory);
  factory.open = (...input) => {
    const asked = open(...input);
    asked.addEventListener('success', () => connections.push(asked.result));
    return asked;
  };
  globalThis.indexedDB = factory;
});

const OWNER = { user: 'u1', organization: 'o1' };
const kept = (id: string): KeptTap => ({ ...OWNER, id, measurement: 'm1', tap: { id, n: 1 } as Tap, state: 'waiting', code: null });

it('a tap is written although the browser has cut the connection', async () => {
  const journal = await openJournal();
  await journal.add(kept('a'));
  forceCloseDatabase(connections.at(-1) as never);
  await Promise.all([journal.add(kept('b')), journal.add(kept('c'))]);
  expect((await journal.taps('m1')).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(connections).toHaveLength(2);
});

it('a connection that is closed without a word is opened again', async () => {
  const journal = await openJournal();
  connections.at(-1)!.close();
  await journal.add(kept('a'));
  expect(await journal.waiting(OWNER)).toMatchObject([{ id: 'a' }]);
});

it('a journal that was left stays closed', async () => {
  const journal = await openJournal();
  journal.close();
  await expect(journal.add(kept('a'))).rejects.toThrow();
  expect(connections).toHaveLength(1);
});

it('a page that has to make room for a newer one opens nothing again', async () => {
  let blocked = 0;
  const journal = await openJournal(() => {
    blocked += 1;
  });
  const newer = indexedDB.open('taktlog-capture', 99);
  await new Promise((resolve) => {
    newer.onsuccess = resolve;
  });
  await expect(journal.add(kept('a'))).rejects.toThrow();
  expect(blocked).toBe(1);
});
