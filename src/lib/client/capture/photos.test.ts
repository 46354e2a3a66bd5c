import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Tap } from '../../domain/taps/tap.ts';
import { ApiError } from '../kernel/api.ts';
import { type Journal, type KeptMeasurement, type KeptTap, openJournal } from './journal.ts';
import { createPhotos, type Photos, type PhotosDeps } from './photos.store.ts';
import { OWNER, START } from './testing.ts';
import { JOURNAL_NAME, unsent } from './unsent.ts';

let journal: Journal;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  journal = await openJournal();
  return () => journal.close();
});

const tap = (over: Partial<KeptTap> = {}, more: Partial<Tap> = {}): KeptTap => {
  const at = START;
  const made: Tap = { id: 't1', kind: 'switch', at, made_at: at, wall: at, mono: 0, device: 'd', session: 's', n: 1, ...more };
  return { ...OWNER, id: made.id, measurement: 'm1', tap: made, state: 'stored', code: null, ...over };
};
const measurement = (over: Partial<KeptMeasurement> = {}) =>
  ({ ...OWNER, id: 'm1', created: true, refused: null, closed_at: null, ...over }) as KeptMeasurement;
const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
const SUBJECT = { measurement: 'm1', name: 'Photo 6:00', entry: 't1', at: START + 5_000, session: 's' };

/** A server that keeps every file once, and a tablet's page that sends to it. */
function page(over: Partial<PhotosDeps> = {}) {
  const state = { online: true, loseAnswers: false, refuse: null as ApiError | null, breaksOver: '', signedIn: true };
  const stored = new Map<string, { query: Record<string, string>; bytes: string }>();
  const waits: number[] = [];
  const arrivals: string[] = [];
  const photos: Photos = createPhotos({
    journal,
    owner: OWNER,
    timers: {
      setTimeout: (_, ms) => {
        waits.push(ms);
        return 0;
      },
      clearTimeout: () => undefined,
    },
    random: () => 0.5,
    signedIn: () => state.signedIn,
    choose: async () => new Blob(['camera']),
    shrink: async (photo) => ({ bytes: bytesOf(`small ${await photo.text()}`), thumb: bytesOf('thumb') }),
    upload: (photo) => ({
      call: (async (_: unknown, { query }: { query: Record<string, string> }) => {
        if (!state.online) throw new ApiError('network', null);
        if (state.refuse) throw state.refuse;
        if (query.name === state.breaksOver) throw refusal(500, 'internal');
        arrivals.push(query.id!);
        if (!stored.has(query.id!)) stored.set(query.id!, { query, bytes: await photo.text() });
        if (state.loseAnswers) throw new ApiError('network', null);
        return {};
      }) as never,
    }),
    ...over,
  });
  return { photos, state, stored, waits, arrivals };
}
const states = ({ $kept }: Photos) => $kept.get().map(({ state, code }) => [state, code]);
const refusal = (status: number, code: string) => new ApiError(code as 'conflict', { status, data: { code } });

describe('photos that are taken while capturing', () => {
  it('are kept before anything is sent, outlive the page, and go once with their moment by the measured clock', async () => {
    await journal.keepMeasurement(measurement());
    await journal.put([tap(), tap({ id: 't2' }, { id: 't2', kind: 'clock', n: 2, value: 3_600_000 })]);
    const before = page();
    before.state.online = false;
    await before.photos.take(SUBJECT);
    await before.photos.run();
    expect(states(before.photos)).toEqual([['waiting', null]]);
    expect(await unsent(OWNER.user)).toBe(1);
    before.photos.stop();

    const after = page();
    await after.photos.run();
    expect([...after.stored.values()]).toEqual([
      {
        bytes: 'small camera',
        query: {
          entity: 'measurements',
          entity_id: 'm1',
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'Photo 6:00',
          entry_id: 't1',
          taken_at: new Date(START + 5_000 + 3_600_000).toISOString().replace('.000', ''),
        },
      },
    ]);
    expect(states(after.photos)).toEqual([['stored', null]]);
    const [{ id, thumb } = { id: '', thumb: bytesOf('') }] = after.photos.$kept.get();
    expect([await journal.picture(id), textOf(thumb), await unsent(OWNER.user)]).toEqual([undefined, 'thumb', 0]);
  });

  it('whose answer is lost are sent again with the same id, and later each time', async () => {
    await journal.keepMeasurement(measurement());
    const { photos, state, stored, waits, arrivals } = page();
    state.loseAnswers = true;
    await photos.take(SUBJECT);
    for (let times = 0; times < 4; times++) await photos.run();
    expect(new Set(arrivals).size).toBe(1);
    const backoffs = waits.filter((ms) => ms !== 120_000 && ms !== 400);
    expect(backoffs.slice(0, 3)).toEqual([1_500, 3_000, 6_000]);
    state.loseAnswers = false;
    await photos.run();
    expect([stored.size, states(photos)]).toEqual([1, [['stored', null]]]);
  });

  it('over which the server breaks hold up no other, and are tried again later each time', async () => {
    await journal.keepMeasurement(measurement());
    const { photos, state, waits } = page();
    state.breaksOver = SUBJECT.name;
    await photos.take(SUBJECT);
    await photos.run();
    await photos.take({ ...SUBJECT, at: SUBJECT.at + 60_000, name: 'Photo 6:01' });
    await photos.run();
    expect(states(photos)).toEqual([
      ['waiting', null],
      ['stored', null],
    ]);
    const backoffs = () => waits.filter((ms) => ms !== 120_000 && ms !== 400);
    const before = backoffs().at(-1)!;
    await photos.run();
    expect(backoffs().at(-1)).toBe(2 * before);
    state.breaksOver = '';
    await photos.run();
    expect(states(photos)).toEqual([
      ['stored', null],
      ['stored', null],
    ]);
  });

  it('wait for the taps of their measurement, and for its being there, but for no other', async () => {
    await journal.keepMeasurement(measurement({ created: false }));
    await journal.keepMeasurement(measurement({ id: 'm2' }));
    await journal.put([tap({ state: 'waiting' })]);
    const { photos, stored } = page();
    await photos.take(SUBJECT);
    await photos.take({ ...SUBJECT, measurement: 'm2' });
    await photos.run();
    expect([...stored.values()].map(({ query }) => query.entity_id)).toEqual(['m2']);
    await journal.changeMeasurement('m1', { created: true });
    await photos.run();
    expect(stored.size).toBe(1);
    await journal.put([tap()]);
    await photos.run();
    expect(stored.size).toBe(2);
  });

  it('that the server refuses stay, say why, go out when somebody tries again, and are thrown away by hand only', async () => {
    await journal.keepMeasurement(measurement({ closed_at: 1 }));
    const { photos, state, stored } = page();
    state.refuse = refusal(413, 'files_over_quota');
    await photos.take(SUBJECT);
    await photos.run();
    expect(states(photos)).toEqual([['failed', 'files_over_quota']]);
    await journal.tidy(START);
    expect(await journal.photos(OWNER)).toHaveLength(1);
    state.refuse = null;
    await photos.run();
    expect(stored.size).toBe(0);
    const [{ id } = { id: '' }] = photos.$kept.get();
    await photos.again(id);
    await photos.run();
    expect([stored.size, states(photos)]).toEqual([1, [['stored', null]]]);
    await journal.tidy(START);
    expect(await journal.photos(OWNER)).toEqual([]);

    state.refuse = refusal(409, 'measurement_archived');
    await journal.keepMeasurement(measurement());
    await photos.take(SUBJECT);
    await photos.run();
    const [refused] = photos.$kept.get();
    await photos.drop(refused!.id);
    expect([photos.$kept.get(), await journal.picture(refused!.id)]).toEqual([[], undefined]);
  });

  it('of a measurement that the server will never take say so', async () => {
    await journal.keepMeasurement(measurement({ created: false, refused: 'validation_failed' }));
    const { photos } = page();
    await photos.take(SUBJECT);
    await photos.run();
    expect(states(photos)).toEqual([['failed', 'validation_failed']]);
  });

  it('of a person who is signed out wait, and nobody else sees them', async () => {
    await journal.keepMeasurement(measurement());
    const { photos, state, stored } = page();
    state.signedIn = false;
    await photos.take(SUBJECT);
    await photos.run();
    expect([stored.size, states(photos), await journal.photos({ ...OWNER, user: 'u2' })]).toEqual([0, [['waiting', null]], []]);
  });

  it('nothing is kept of what is no picture, or was not taken after all', async () => {
    const { photos } = page({ shrink: () => Promise.reject(new Error('none')) });
    await photos.take(SUBJECT);
    expect([photos.$taking.get(), await journal.photos(OWNER)]).toEqual(['unreadable', []]);
    photos.read();
    expect(photos.$taking.get()).toBe('idle');
    const none = page({ choose: async () => null });
    await none.photos.take(SUBJECT);
    expect([none.photos.$taking.get(), await journal.photos(OWNER)]).toEqual(['idle', []]);
  });
});

describe('a journal of before photos', () => {
  it('is brought forward with every tap, also of measurements that wait', async () => {
    globalThis.indexedDB = new IDBFactory();
    const old = await openDB(JOURNAL_NAME, 1, {
      upgrade(db) {
        db.createObjectStore('device', { keyPath: 'key' });
        db.createObjectStore('person', { keyPath: 'key' });
        db.createObjectStore('panels', { keyPath: ['user', 'organization', 'screen'] });
        db.createObjectStore('measurements', { keyPath: 'id' }).createIndex('owner', ['user', 'organization']);
        const taps = db.createObjectStore('taps', { keyPath: 'id' });
        taps.createIndex('measurement', 'measurement');
        taps.createIndex('waiting', ['state', 'user', 'organization']);
      },
    });
    const taps = Array.from({ length: 300 }, (_, n) => tap({ id: `t${n}`, state: n % 2 ? 'waiting' : 'stored' }, { id: `t${n}`, n }));
    for (const one of taps) await old.put('taps', one);
    await old.put('measurements', measurement());
    await old.put('device', { key: 'here', id: 'tablet', sessions: 7 });
    expect(await unsent(OWNER.user)).toBe(150);
    old.close();

    const grown = await openJournal();
    expect((await grown.taps('m1')).map(({ id }) => id).sort()).toEqual(taps.map(({ id }) => id).sort());
    expect(await grown.waiting(OWNER)).toHaveLength(150);
    expect(await grown.measurements(OWNER)).toEqual([measurement()]);
    expect(await grown.beginSession(() => 'another')).toEqual({ device: 'tablet', first: 700_001 });
    await grown.addPhoto({ ...OWNER, ...SUBJECT, id: 'p1', state: 'waiting', code: null, thumb: bytesOf('t') }, bytesOf('photo'));
    expect(textOf((await grown.picture('p1'))!)).toBe('photo');
    grown.close();
  });

  it('lets a page of before go, with its taps on the disk', async () => {
    globalThis.indexedDB = new IDBFactory();
    let asked = 0;
    const old = await openDB(JOURNAL_NAME, 1, {
      upgrade: (db) => void db.createObjectStore('taps', { keyPath: 'id' }).createIndex('measurement', 'measurement'),
      blocking: () => {
        asked += 1;
        old.close();
      },
    });
    await old.put('taps', tap());
    const grown = await openJournal();
    expect([asked, (await grown.taps('m1')).map(({ id }) => id)]).toEqual([1, ['t1']]);
    grown.close();
  });
});
