import { atom, type ReadableAtom } from 'nanostores';
import { createFile } from '../../contract/files.ts';
import { applyCorrections } from '../../domain/taps/corrected-taps.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Api, ApiError } from '../kernel/api.ts';
import type { Timers } from '../kernel/store-deps.ts';
import { uuidv7 } from '../kernel/uuid.ts';
import type { Journal, KeptPhoto, Owner } from './journal.ts';
import { createPasses, LONGEST_WAIT_MS } from './passes.ts';
import { isFinal } from './sync.ts';

/**
 * Photos that were taken while capturing: kept on the tablet, and sent by a loop of their own. A photo goes once all taps of its measurement are
 * there, so that no tap waits for one, and its moment is told by a clock that the server has measured.
 */

/** A photo as it is kept and sent: a JPEG without what the camera wrote beside it. */
export interface Shrunk {
  bytes: ArrayBuffer;
  thumb: ArrayBuffer;
}

export interface PhotosDeps {
  journal: Journal;
  owner: Owner;
  timers: Timers;
  random(): number;
  /** Is there a session that may send? */
  signedIn(): boolean;
  /** Asks the person for a photo, at once; null when he thinks better of it. */
  choose(): Promise<Blob | null>;
  /** @throws when it is no picture that the browser can read */
  shrink(photo: Blob): Promise<Shrunk>;
  upload(photo: Blob, signal: AbortSignal): Api;
}

/** What a photo is of. */
export interface Subject extends Pick<KeptPhoto, 'measurement' | 'entry' | 'at' | 'session'> {
  name: string;
}

export type Taking = 'idle' | 'working' | 'unreadable' | 'full';

export interface Photos {
  /** The person's photos on this tablet, the oldest first. */
  $kept: ReadableAtom<readonly KeptPhoto[]>;
  /** What becomes of the one that was taken last. */
  $taking: ReadableAtom<Taking>;
  /** Opens the camera or the chooser: within a press, or the browser refuses. Resolves when the photo is on the disk, or there is none. */
  take(subject: Subject): Promise<void>;
  /** What was said of the last one was read. */
  read(): void;
  /** Sends a refused one again. */
  again(id: string): Promise<void>;
  /** Throws one away that the server refuses. */
  drop(id: string): Promise<void>;
  /** One whole pass now. */
  run(): Promise<void>;
  stop(): void;
}

/** A line that is dead is given up. */
const PATIENCE_MS = 120_000;

export function createPhotos(deps: PhotosDeps): Photos {
  const { journal, owner, timers } = deps;
  const $kept = atom<readonly KeptPhoto[]>([]);
  const $taking = atom<Taking>('idle');
  let stopped = false;
  const passes = createPasses({ timers, random: deps.random, pass });

  const refresh = async () => $kept.set(await journal.photos(owner));
  async function settle(id: string, what: Pick<KeptPhoto, 'state' | 'code'>): Promise<void> {
    await journal.settlePhoto(id, what);
    await refresh();
  }

  /** May it go now? Null = its measurement never will, and why. */
  async function isDue({ measurement }: KeptPhoto): Promise<boolean | { code: string }> {
    const known = await journal.measurement(measurement);
    if (known?.refused) return { code: known.refused };
    if (!known?.created) return false;
    return !(await journal.waiting(owner)).some((tap) => tap.measurement === measurement);
  }

  async function send(photo: KeptPhoto): Promise<void> {
    const bytes = await journal.picture(photo.id);
    if (!bytes) return settle(photo.id, { state: 'failed', code: 'not_found' });
    const taps = (await journal.taps(photo.measurement)).filter(({ state }) => state !== 'failed');
    const offset = applyCorrections(taps.map(({ tap }) => tap)).offsets.get(photo.session) ?? 0;
    const control = new AbortController();
    const limit = timers.setTimeout(() => control.abort(), PATIENCE_MS);
    try {
      await deps.upload(new Blob([bytes], { type: 'image/jpeg' }), control.signal).call(createFile, {
        params: { organization_id: owner.organization },
        query: {
          entity: 'measurements',
          entity_id: photo.measurement,
          id: photo.id,
          name: photo.name,
          taken_at: formatInstant(Math.round((photo.at + offset) * 1_000)),
          ...(photo.entry === null ? {} : { entry_id: photo.entry }),
        },
      });
    } catch (error) {
      if (!isFinal(error)) throw error;
      return settle(photo.id, { state: 'failed', code: error.code });
    } finally {
      timers.clearTimeout(limit);
    }
    await settle(photo.id, { state: 'stored', code: null });
  }

  async function pass(): Promise<void> {
    await refresh();
    let left = 0;
    let broken: ApiError | null = null;
    for (const photo of $kept.get().filter(({ state }) => state === 'waiting')) {
      if (stopped) return;
      const due = deps.signedIn() && (await isDue(photo));
      if (due === true)
        await send(photo).catch((error: unknown) => {
          // A server that breaks over one photo may take the next; one that isn't there takes none.
          if (!(error instanceof ApiError) || error.status !== 500) throw error;
          broken = error;
        });
      else if (due === false) left += 1;
      else await settle(photo.id, { state: 'failed', code: due.code });
    }
    if (broken !== null) throw broken;
    // What waits for taps is asked for again once they are sent.
    if (left > 0) passes.later(LONGEST_WAIT_MS);
  }

  return {
    $kept,
    $taking,
    run: passes.run,
    async take({ name, ...subject }) {
      const photo = await deps.choose();
      if (!photo) return;
      $taking.set('working');
      let shrunk: Shrunk;
      try {
        shrunk = await deps.shrink(photo);
      } catch {
        return $taking.set('unreadable');
      }
      const { bytes, thumb } = shrunk;
      try {
        await journal.addPhoto({ ...owner, ...subject, id: uuidv7(subject.at), name, state: 'waiting', code: null, thumb }, bytes);
      } catch {
        return $taking.set('full');
      }
      $taking.set('idle');
      await refresh();
      void passes.run();
    },
    read: () => $taking.set('idle'),
    async again(id) {
      await settle(id, { state: 'waiting', code: null });
      void passes.run();
    },
    async drop(id) {
      await journal.dropPhoto(id);
      await refresh();
    },
    stop() {
      stopped = true;
      passes.stop();
    },
  };
}
