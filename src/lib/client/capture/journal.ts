import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { DurationFormat } from '../../contract/formats.ts';
import type { Observed } from '../../contract/measurements.ts';
import type { Panel } from '../../contract/screens.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { JOURNAL_NAME } from './unsent.ts';

/**
 * What a tablet knows of capturing, in IndexedDB: taps before anything else happens with them, measurements, panels to begin with while
 * offline. Everything belongs to a user and an organisation; signing out, expiry and another user's sign-in leave it alone.
 */

export interface Owner {
  user: string;
  organization: string;
}

export interface KeptMeasurement extends Owner {
  id: string;
  workspace: string;
  screen: string;
  /** The panel as it was when it began. */
  panel: Panel;
  name: string;
  machine: string | null;
  lanes: Observed[];
  consent: boolean;
  /** RFC 3339. */
  opened_at: string;
  /** The server knows it, and that this person captures it: so it takes what was noted without network also after the end. */
  created: boolean;
  /** Another tablet began it: this one has to be let in, also before it notes anything. One of its own begins with the first tap. */
  joins?: boolean;
  /** The server will never take it, and why. */
  refused: string | null;
  /** Place up to which taps of other tablets are here. */
  since: number;
  /** Milliseconds since the epoch at which it was left for good on this tablet. */
  closed_at: number | null;
  /** Sessions of this tablet whose clocks were measured by answers of the server; that their taps are stored doesn't say so. */
  measured: readonly string[];
}

export interface KeptTap extends Owner {
  id: string;
  measurement: string;
  tap: Tap;
  /** `waiting` for the server, `stored` there, `failed` there for good. */
  state: 'waiting' | 'stored' | 'failed';
  /** 0 when it waits: an index finds those without a walk. */
  code: string | null;
}

/** A photo, taken while capturing: what is told of it. Its bytes lie apart until the server has them. */
export interface KeptPhoto extends Owner {
  /** UUIDv7, made here: the server stores it once under it. */
  id: string;
  measurement: string;
  name: string;
  /** Id of the entry that ran, if one did. */
  entry: string | null;
  /** When it was asked for, by the clock of its session: milliseconds since the epoch. */
  at: number;
  session: string;
  /** `failed`: the server refuses it, until somebody tries again or throws it away. */
  state: KeptTap['state'];
  code: string | null;
  /** A JPEG so small that a list shows many. */
  thumb: ArrayBuffer;
}

/** Who works on this tablet, for a page that opens without network. */
export interface KeptPerson {
  user: string;
  organization: string;
  locale: string;
  name: string;
  /** How lengths of time are written for the person; absent = hours, minutes, seconds. */
  duration?: DurationFormat | undefined;
}

interface Schema extends DBSchema {
  device: { key: string; value: { key: string; id: string; sessions: number } };
  person: { key: string; value: KeptPerson & { key: string } };
  panels: { key: [string, string, string]; value: Owner & { screen: string; panel: Panel; kept_at: number } };
  measurements: { key: string; value: KeptMeasurement; indexes: { owner: [string, string] } };
  taps: {
    key: string;
    value: KeptTap;
    indexes: { measurement: string; waiting: [string, string, string] };
  };
  photos: {
    key: string;
    value: KeptPhoto;
    indexes: { measurement: string; waiting: [string, string, string]; owner: [string, string] };
  };
  pictures: { key: string; value: { id: string; bytes: ArrayBuffer } };
}

const VERSION = 2;
const HERE = 'here';
/** Taps of one session: what is left of a 32-bit counter for sessions is enough for twenty a day over three years. */
export const PER_SESSION = 100_000;

export interface Session {
  device: string;
  /** The counter of the session's first tap. */
  first: number;
}

export interface Journal {
  /** A new session of this tablet, its counter above all before it, in whatever tab. */
  beginSession(newId: () => string): Promise<Session>;
  /** Resolves when the tap is on the disk. */
  add(tap: KeptTap): Promise<void>;
  /** Taps of other tablets, and what became of own ones. */
  put(taps: readonly KeptTap[]): Promise<void>;
  taps(measurement: string): Promise<KeptTap[]>;
  waiting(owner: Owner): Promise<KeptTap[]>;
  measurement(id: string): Promise<KeptMeasurement | undefined>;
  measurements(owner: Owner): Promise<KeptMeasurement[]>;
  keepMeasurement(measurement: KeptMeasurement): Promise<void>;
  /** Changes what stands there now. */
  changeMeasurement(id: string, change: Partial<KeptMeasurement>): Promise<void>;
  /** Adds to its `measured`. */
  noteMeasured(id: string, sessions: readonly string[]): Promise<void>;
  keepPanel(owner: Owner, panel: Panel, now: number): Promise<void>;
  panel(owner: Owner, screen: string): Promise<Panel | undefined>;
  keepPerson(person: KeptPerson | null): Promise<void>;
  person(): Promise<KeptPerson | undefined>;
  /** Resolves when photo and bytes are on the disk. */
  addPhoto(photo: KeptPhoto, bytes: ArrayBuffer): Promise<void>;
  /** Those of a person, the oldest first. */
  photos(owner: Owner): Promise<KeptPhoto[]>;
  picture(photo: string): Promise<ArrayBuffer | undefined>;
  /** What became of it; the bytes of a stored one go. */
  settlePhoto(id: string, what: Pick<KeptPhoto, 'state' | 'code'>): Promise<void>;
  dropPhoto(id: string): Promise<void>;
  /** Throws away what is stored on the server and closed long ago. */
  tidy(before: number): Promise<void>;
  close(): void;
}

function makeTaps(db: IDBPDatabase<Schema>): void {
  db.createObjectStore('device', { keyPath: 'key' });
  db.createObjectStore('person', { keyPath: 'key' });
  db.createObjectStore('panels', { keyPath: ['user', 'organization', 'screen'] });
  db.createObjectStore('measurements', { keyPath: 'id' }).createIndex('owner', ['user', 'organization']);
  const taps = db.createObjectStore('taps', { keyPath: 'id' });
  taps.createIndex('measurement', 'measurement');
  taps.createIndex('waiting', ['state', 'user', 'organization']);
}
/** Beside the taps, which stay as they are. */
function makePhotos(db: IDBPDatabase<Schema>): void {
  const photos = db.createObjectStore('photos', { keyPath: 'id' });
  photos.createIndex('measurement', 'measurement');
  photos.createIndex('waiting', ['state', 'user', 'organization']);
  photos.createIndex('owner', ['user', 'organization']);
  db.createObjectStore('pictures', { keyPath: 'id' });
}

/** What a browser throws for a connection that it has cut itself, as phones do with pages in the background. */
const LOST = new Set(['InvalidStateError', 'UnknownError']);

/** @throws what IndexedDB throws where it is forbidden or full */
export async function openJournal(blocked: () => void = () => undefined): Promise<Journal> {
  let cut = false;
  let left = false;
  let opening: Promise<void> | null = null;
  let db = await open();

  function open(): Promise<IDBPDatabase<Schema>> {
    return openDB<Schema>(JOURNAL_NAME, VERSION, {
      upgrade(fresh, before) {
        if (before < 1) makeTaps(fresh);
        if (before < 2) makePhotos(fresh);
      },
      // A newer page wants another form: this one lets go, its taps are on the disk.
      blocking: () => {
        close();
        blocked();
      },
      terminated: () => {
        cut = true;
      },
    });
  }
  function close(): void {
    left = true;
    db.close();
  }
  async function reopen(): Promise<void> {
    db = await open();
    cut = false;
  }
  /** Does the work at once; once more on a new connection where the browser has cut the old one. What is written names its own key. */
  async function on<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    try {
      if (!cut) return await work(db);
    } catch (error) {
      if (left || !(cut || (error instanceof DOMException && LOST.has(error.name)))) throw error;
    }
    opening ??= reopen().finally(() => {
      opening = null;
    });
    await opening;
    return work(db);
  }
  const byN = (a: KeptTap, b: KeptTap) => a.tap.n - b.tap.n;

  return {
    beginSession: (newId) =>
      on(async (db) => {
        const tx = db.transaction('device', 'readwrite');
        const known = (await tx.store.get(HERE)) ?? { key: HERE, id: newId(), sessions: 0 };
        await tx.store.put({ ...known, sessions: known.sessions + 1 });
        await tx.done;
        return { device: known.id, first: known.sessions * PER_SESSION + 1 };
      }),
    add: (tap) =>
      on(async (db) => {
        // `strict`: the promise means the disk, not only the operating system.
        const tx = db.transaction('taps', 'readwrite', { durability: 'strict' });
        const put = tx.store.put(tap);
        // Not first when the answer of `put` has come: a page that ends in between would take the tap with it.
        tx.commit();
        await Promise.all([put, tx.done]);
      }),
    put: (taps) =>
      on(async (db) => {
        const tx = db.transaction('taps', 'readwrite');
        await Promise.all([...taps.map((tap) => tx.store.put(tap)), tx.done]);
      }),
    taps: (measurement) => on((db) => db.getAllFromIndex('taps', 'measurement', measurement)),
    waiting: ({ user, organization }) =>
      on(async (db) => (await db.getAllFromIndex('taps', 'waiting', ['waiting', user, organization])).sort(byN)),
    measurement: (id) => on((db) => db.get('measurements', id)),
    measurements: ({ user, organization }) => on((db) => db.getAllFromIndex('measurements', 'owner', [user, organization])),
    keepMeasurement: (measurement) =>
      on(async (db) => {
        await db.put('measurements', measurement);
      }),
    changeMeasurement: (id, change) =>
      on(async (db) => {
        const tx = db.transaction('measurements', 'readwrite');
        const known = await tx.store.get(id);
        if (known) await tx.store.put({ ...known, ...change });
        await tx.done;
      }),
    noteMeasured: (id, sessions) =>
      on(async (db) => {
        const tx = db.transaction('measurements', 'readwrite');
        const known = await tx.store.get(id);
        const all = new Set([...(known?.measured ?? []), ...sessions]);
        if (known && all.size > known.measured.length) await tx.store.put({ ...known, measured: [...all] });
        await tx.done;
      }),
    keepPanel: (owner, panel, now) =>
      on(async (db) => {
        await db.put('panels', { ...owner, screen: panel.screen_id, panel, kept_at: now });
      }),
    panel: ({ user, organization }, screen) => on(async (db) => (await db.get('panels', [user, organization, screen]))?.panel),
    keepPerson: (person) =>
      on(async (db) => {
        if (person) await db.put('person', { ...person, key: HERE });
        else await db.delete('person', HERE);
      }),
    person: () => on((db) => db.get('person', HERE)),
    addPhoto: (photo, bytes) =>
      on(async (db) => {
        const tx = db.transaction(['photos', 'pictures'], 'readwrite', { durability: 'strict' });
        await Promise.all([tx.objectStore('photos').put(photo), tx.objectStore('pictures').put({ id: photo.id, bytes }), tx.done]);
      }),
    // Ids grow with time.
    photos: ({ user, organization }) => on((db) => db.getAllFromIndex('photos', 'owner', [user, organization])),
    picture: (photo) => on(async (db) => (await db.get('pictures', photo))?.bytes),
    settlePhoto: (id, what) =>
      on(async (db) => {
        const tx = db.transaction(['photos', 'pictures'], 'readwrite');
        const known = await tx.objectStore('photos').get(id);
        if (known) await tx.objectStore('photos').put({ ...known, ...what });
        if (what.state === 'stored') await tx.objectStore('pictures').delete(id);
        await tx.done;
      }),
    dropPhoto: (id) =>
      on(async (db) => {
        const tx = db.transaction(['photos', 'pictures'], 'readwrite');
        await Promise.all([tx.objectStore('photos').delete(id), tx.objectStore('pictures').delete(id), tx.done]);
      }),
    tidy: (before) =>
      on(async (db) => {
        const tx = db.transaction(['measurements', 'taps', 'photos'], 'readwrite');
        const [taps, photos] = [tx.objectStore('taps'), tx.objectStore('photos')];
        for (const measurement of await tx.objectStore('measurements').getAll()) {
          if (measurement.closed_at === null || measurement.closed_at > before) continue;
          const own = await taps.index('measurement').getAll(measurement.id);
          const taken = await photos.index('measurement').getAll(measurement.id);
          if ([...own, ...taken].some(({ state }) => state !== 'stored')) continue;
          for (const { id } of own) await taps.delete(id);
          for (const { id } of taken) await photos.delete(id);
          await tx.objectStore('measurements').delete(measurement.id);
        }
        await tx.done;
      }),
    close,
  };
}
