import { afterEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { getPanel, type Panel } from '../../contract/screens.ts';
import { makeTablet } from '../../domain/taps/testing.ts';
import { createEngine, type Engine, type EngineDeps } from './engine.store.ts';
import { openJournal } from './journal.ts';
import { OWNER, PACKING, START, type Tablet, type World, world } from './testing.ts';

const SCREEN = 's1';
const PROFILE = {
  id: OWNER.user,
  name: 'Eva',
  locale: 'cs',
  links: { organizations: [{ organization_id: OWNER.organization }] },
} as never;
const LANES = [
  { id: 'worker', name: 'Worker', kind: 'worker' },
  { id: 'machine', name: 'Machine', kind: 'machine' },
];
const PANEL = {
  screen_id: SCREEN,
  version: 1,
  name: 'Packing',
  workspace_id: 'w1',
  machine_id: null,
  definition: { lanes: LANES },
  activities: [{ id: PACKING, ends_cycle: false }],
  running: [{ id: 'm-other', name: 'Night', workers: ['P-07'], started_at: null }],
} as unknown as Panel;

const opened: { earth: World; engine: Engine }[] = [];
afterEach(() => {
  for (const { earth, engine } of opened.splice(0)) {
    engine.stop();
    earth.end();
  }
});

function plant() {
  const earth = world();
  return { earth, tablet: earth.tablet(), persisted: { times: 0 } };
}
/** A page of the tablet that captures with the screen. */
function page({ earth, tablet, persisted }: ReturnType<typeof plant>, over: Partial<EngineDeps> = {}, profile: never | null = PROFILE) {
  globalThis.indexedDB = tablet.factory;
  const call = async (endpoint: Endpoint, asked: never) => {
    if (endpoint !== getPanel) return earth.call(tablet, endpoint, asked);
    if (!tablet.online) throw earth.refused(0, 'network');
    if (earth.state.refuse) throw earth.state.refuse;
    return PANEL;
  };
  const engine = createEngine(
    SCREEN,
    { profile, organization: null },
    {
      call: call as EngineDeps['call'],
      auth: () => ({ $user: { get: () => null }, ready: async () => undefined, sessionUser: () => OWNER.user }) as never,
      openJournal,
      wall: () => earth.truth(),
      mono: () => earth.truth() - START,
      random: () => 0.5,
      timers: { setTimeout: () => 0, clearTimeout: () => undefined },
      follow: () => () => undefined,
      isVisible: () => true,
      persist: () => void persisted.times++,
      openPhotos: async () => null,
      ...over,
    },
  );
  opened.push({ earth, engine });
  return engine;
}
const fields = { name: 'Morning', lanes: [], consent: false };
const capturing = (engine: Engine) => {
  const state = engine.$state.get();
  if (state.status !== 'running') throw new Error(`it is ${state.status}`);
  return state.capture;
};
const unfinishedOn = (engine: Engine) => {
  const state = engine.$state.get();
  if (state.status !== 'choosing') throw new Error(`it is ${state.status}`);
  return state.unfinished;
};
/** What was tapped is on the disk. */
async function written({ factory }: Tablet, count: number): Promise<void> {
  globalThis.indexedDB = factory;
  const journal = await openJournal();
  while ((await journal.taps((await journal.measurements(OWNER))[0]!.id)).length < count);
  journal.close();
}

describe('a page that captures', () => {
  it('opens with the panel and nothing left behind', async () => {
    const engine = page(plant());
    await engine.open();
    expect(engine.$state.get()).toEqual({ status: 'choosing', panel: PANEL, unfinished: [] });
    expect(engine.person()).toEqual({ ...OWNER, locale: 'cs', name: 'Eva' });
  });

  it('opens without network by what the device has kept, and not where it has kept nothing', async () => {
    const ground = plant();
    ground.tablet.online = false;
    const first = page(ground);
    await first.open();
    expect(first.$state.get()).toEqual({ status: 'failed', why: 'no_panel' });
    ground.tablet.online = true;
    await first.open();
    expect(first.$state.get().status).toBe('choosing');
    ground.tablet.online = false;
    const later = page(ground, {}, null);
    await later.open();
    expect(later.$state.get()).toEqual({ status: 'choosing', panel: PANEL, unfinished: [] });
    expect(later.person()).toMatchObject({ ...OWNER, name: 'Eva' });
  });

  it('says why it can’t: nobody is known, the screen is not published, nothing can be kept', async () => {
    const nobody = page(plant(), {}, null);
    await nobody.open();
    expect(nobody.$state.get()).toEqual({ status: 'failed', why: 'unknown_person' });
    const ground = plant();
    ground.earth.state.refuse = ground.earth.refused(404, 'not_found');
    const gone = page(ground);
    await gone.open();
    expect(gone.$state.get()).toEqual({ status: 'failed', why: 'not_published' });
    const full = page(plant(), { openJournal: () => Promise.reject(new Error('no space')) });
    await full.open();
    expect(full.$state.get()).toEqual({ status: 'failed', why: 'journal' });
  });

  it('offers what was left in the middle again, with its first moment, and goes on with it', async () => {
    const ground = plant();
    const engine = page(ground);
    await engine.open();
    await engine.begin(fields);
    expect(ground.persisted.times).toBe(1);
    const { id } = capturing(engine).measurement;
    capturing(engine).begin('worker', PACKING);
    await written(ground.tablet, 1);
    await engine.close();
    expect(unfinishedOn(engine)).toMatchObject([{ measurement: { id, name: 'Morning' }, from: START }]);
    await engine.resume(id);
    expect(capturing(engine).$running.get().timeline.entries).toMatchObject([{ lane: 'worker', activity: PACKING }, { lane: 'machine' }]);
  });

  it('offers no measurement that has ended, or in which nobody tapped', async () => {
    const ground = plant();
    const engine = page(ground);
    await engine.open();
    await engine.begin(fields);
    await engine.close();
    expect(unfinishedOn(engine)).toEqual([]);
    await engine.begin(fields);
    capturing(engine).begin('worker', PACKING);
    capturing(engine).stop();
    await engine.close();
    expect(unfinishedOn(engine)).toEqual([]);
  });

  it('joins what another device captures: its taps come first, and its people stand on their lanes', async () => {
    const ground = plant();
    const { tap } = makeTablet('phone');
    const at = START - 60_000;
    ground.earth.store(tap('switch', { at, made_at: at, lane: 'worker', activity: PACKING }));
    const engine = page(ground);
    await engine.open();
    await engine.join('m-other');
    const { measurement, $running } = capturing(engine);
    expect(measurement).toMatchObject({ id: 'm-other', joins: true, created: true });
    expect(measurement.lanes).toMatchObject([
      { id: 'worker', worker: 'P-07' },
      { id: 'machine', worker: null },
    ]);
    expect($running.get().timeline.from).toBe(at);
  });

  it('looks at the clock and sends what waits only until it is stopped', async () => {
    let stopped = 0;
    const engine = page(plant(), { follow: () => () => void stopped++ });
    await engine.open();
    await engine.open();
    engine.stop();
    expect(stopped).toBe(1);
  });
});
