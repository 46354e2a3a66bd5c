import { uuidv7 } from '../../client/kernel/uuid.ts';
import type { ListedEntry, Measurement } from '../../contract/measurements.ts';
import type { TapKind } from '../../contract/tap-kinds.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { testPlant } from '../testing/plant.ts';
import { type Engine, TEST_NOW, type TestDeps } from '../testing/testing.ts';
import { insertScreen } from './testing.ts';

const NOW = TEST_NOW / 1_000;
const MIN = 60_000;

/** One tablet that taps at given minutes from the beginning. */
export function tablet(name = 'tablet') {
  let n = 0;
  return (kind: TapKind, minutes: number, over: Partial<Tap> = {}): Tap => {
    n += 1;
    const at = NOW + minutes * MIN;
    const lane = kind === 'stop' ? null : 'worker';
    return { id: uuidv7(at), kind, at, made_at: at, wall: at, mono: minutes * MIN, device: name, session: `${name}-1`, n, lane, ...over };
  };
}

/** A plant with a published screen, and ways to open measurements with it. */
export async function measuredPlant(engine: Engine, deps: Partial<TestDeps> = {}) {
  const plant = await testPlant(engine, { deps });
  const screen = plant.deps.ids.uuid();
  const workspaceIds = { organization_id: plant.organization.id, workspace_id: plant.workspace.id };
  await plant.deps.db.write(plant.organization.id, (db) => insertScreen(db, { ...workspaceIds, id: screen }, TEST_NOW));
  const open = async (over: object = {}): Promise<Measurement> =>
    (await plant.send('POST', '/measurements', { screen_id: screen, screen_version: 1, ...over })).json();
  const send = async (id: string, taps: readonly unknown[], as = plant.headers) => {
    const answer = await plant.send('POST', `/measurements/${id}/taps`, { taps }, as);
    return (await answer.json()) as { results: { id: string; status: string; code?: string }[]; seq: number; server_time: number };
  };
  const entriesOf = async (id: string): Promise<ListedEntry[]> =>
    (await plant.get<{ items: ListedEntry[] }>(`/measurements/${id}/entries`)).items;
  const rowOf = (id: string): Promise<Measurement> => plant.get(`/measurements/${id}`);
  return { plant, screen, open, send, entriesOf, rowOf };
}
