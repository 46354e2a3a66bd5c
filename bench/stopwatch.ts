import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import { computeTimeline, type Entry, type MeasuredPanel } from '../src/lib/domain/taps/entries.ts';
import type { Tap } from '../src/lib/domain/taps/tap.ts';
import { measurementsRepo } from '../src/lib/server/measurements/measurements.repo.ts';
import { ACTIVITY_IDS, insertScreen } from '../src/lib/server/measurements/testing.ts';
import { sqliteDialect } from '../src/lib/server/storage/kysely-sqlite.ts';
import { type BenchApp, compare, openBenchApp } from './bench-app.ts';
import { captured } from './list.ts';
import { load, post } from './load.ts';
import type { Figure } from './report.ts';

const LONG = 20_000;
const TAPS = 600;
const BATCH = 50;
/** Measurements of one round. */
const DAYS = 5;
const ROUNDS = 5;
const MEASUREMENTS = 5_000;
const ROWS = 50;
const WARM_CALLS = 800;
const START = Date.UTC(2026, 10, 19, 5);

export const stopwatchFigures = async (entry?: string): Promise<Figure[]> => [
  await timelineFigure(),
  await tapsFigure(entry),
  ...(await listFigures()),
];

/** A measurement as people make it: states on two lanes, every fifth touch a correction of an earlier one. */
function tapsOf(count: number, lanes: readonly string[], activities: readonly string[], start = START): Tap[] {
  const taps: Tap[] = [];
  for (let n = 0; n < count; n += 1) {
    const at = start + n * 7_000;
    const base = { id: uuidv7(at), at, made_at: at, wall: at, mono: n * 7_000, device: 'tablet', session: 'tablet-1', n: n + 1 };
    const target = taps[n - 2]?.id;
    if (n % 5 < 4 || target === undefined)
      taps.push({ ...base, kind: 'switch', lane: lanes[n % lanes.length]!, activity: activities[(n * 7) % activities.length]! });
    else if (n % 15 === 4) taps.push({ ...base, kind: 'move', target, value: -2_000 });
    else if (n % 15 === 9) taps.push({ ...base, kind: 'relabel', target, activity: activities[n % activities.length]! });
    else taps.push({ ...base, kind: 'retract', target });
  }
  return taps;
}

/** The entries of very many taps, against reading the same taps from JSON. */
async function timelineFigure(): Promise<Figure> {
  const { packing, walking, fault, running } = ACTIVITY_IDS;
  const panel: MeasuredPanel = {
    lanes: ['worker', 'machine'],
    activities: new Map([packing, walking, fault, running].map((id) => [id, { ends_cycle: id === packing }])),
  };
  const taps = tapsOf(LONG, panel.lanes, [...panel.activities.keys()]);
  const text = JSON.stringify(taps);
  const { ours, raw } = await compare(
    5,
    () => computeTimeline(taps, panel),
    () => JSON.parse(text),
  );
  return figure(`Entries computed from ${LONG.toLocaleString('en')} taps, against parsing their JSON`, 'times/s', 1 / ours, 1 / raw, null);
}

/** Taps over HTTP, on the disk and computed, against bare inserts of the rows that are there afterwards, one transaction for each batch. */
async function tapsFigure(entry?: string): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'taktlog-bench-'));
  const server = await startServerProcess({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' }, entry);
  try {
    const plant = await firstOrganization(server);
    const open = await panel(plant);
    const raw = openRaw(folder);
    const ratios: { ours: number; raw: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const bodies: Buffer[] = [];
      let bare = 0;
      for (let day = 0; day < DAYS; day += 1) {
        const { id, lanes, panel } = await open();
        const taps = tapsOf(TAPS, lanes, [...panel.activities.keys()], START + (round * DAYS + day) * 86_400_000);
        const path = `/v1/orgs/${plant.organizationId}/measurements/${id}/taps`;
        for (let at = 0; at < TAPS; at += BATCH)
          bodies.push(post(path, plant.token(), JSON.stringify({ taps: taps.slice(at, at + BATCH) })));
        bare += raw(plant.organizationId, id, taps, computeTimeline(taps, panel).entries);
      }
      let next = 0;
      const { seconds } = await load(server.url, 1, () => bodies[next++]);
      ratios.push({ ours: (TAPS * DAYS) / seconds, raw: (TAPS * DAYS) / bare });
    }
    const { ours, raw: limit } = ratios.toSorted((a, b) => a.ours / a.raw - b.ours / b.raw)[Math.floor(ROUNDS / 2)]!;
    return figure(`Taps over HTTP, measurements of ${TAPS} in batches of ${BATCH}, 1 connection, durable`, 'taps/s', ours, limit, null);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A published screen; opens measurements with it. */
async function panel(plant: FirstOrganization): Promise<() => Promise<{ id: string; lanes: string[]; panel: MeasuredPanel }>> {
  const base = `/v1/orgs/${plant.organizationId}`;
  const screen = await plant.call<{ id: string }>('POST', `${base}/screens`, {
    workspace_id: plant.workspaceId,
    name: 'Line 2',
    template: { key: 'operator_snapshot', locale: 'en' },
  });
  await plant.call('POST', `${base}/screens/${screen.id}/publish`, { rev: 1 });
  const { activities } = await plant.call<{ activities: { id: string; kind: string; ends_cycle: boolean }[] }>(
    'GET',
    `${base}/screens/${screen.id}/versions/1`,
  );
  const states = activities.filter(({ kind }) => kind === 'state');
  return async () => {
    const body = { screen_id: screen.id, screen_version: 1, opened_at: new Date(START).toISOString() };
    const { id, lanes } = await plant.call<{ id: string; lanes: { id: string }[] }>('POST', `${base}/measurements`, body);
    const ids = lanes.map((lane) => lane.id);
    return { id, lanes: ids, panel: { lanes: ids, activities: new Map(states.map((one) => [one.id, { ends_cycle: one.ends_cycle }])) } };
  };
}

/** Tables of the same columns and keys in a bare file. @returns what inserts one measurement in batches and answers its seconds */
function openRaw(folder: string) {
  const db = new DatabaseSync(join(folder, 'raw.db'));
  db.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table tap_events (organization_id text, measurement_id text, id text, seq integer, body text, received_at integer, user_id text,
      primary key (organization_id, measurement_id, id));
    create unique index tap_events_seq on tap_events (organization_id, measurement_id, seq);
    create table entries (organization_id text, measurement_id text, id text, lane text, kind text, activity_id text, from_ms integer,
      to_ms integer, interrupts integer, rating real, note text, cycle integer, primary key (organization_id, measurement_id, id));
    create index entries_time on entries (organization_id, measurement_id, from_ms, id);`);
  const tap = db.prepare('insert into tap_events values (?, ?, ?, ?, ?, ?, ?)');
  const entry = db.prepare('insert into entries values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return (organization: string, measurement: string, taps: readonly Tap[], entries: readonly Entry[]): number => {
    const byTap = new Map(entries.map((one) => [one.id, one]));
    const started = performance.now();
    for (let at = 0; at < taps.length; at += BATCH) {
      db.exec('begin immediate');
      for (const [index, one] of taps.slice(at, at + BATCH).entries()) {
        tap.run(organization, measurement, one.id, at + index + 1, JSON.stringify(one), START * 1_000, organization);
        const e = byTap.get(one.id);
        if (e)
          entry.run(
            organization,
            measurement,
            e.id,
            e.lane,
            e.kind,
            e.activity,
            e.from,
            e.to,
            Number(e.interrupts),
            e.rating,
            e.note,
            e.cycle,
          );
      }
      db.exec('commit');
    }
    return (performance.now() - started) / 1_000;
  };
}

/**
 * GET …/measurements?limit=50 through the application, against the very same SQL on a bare handle of the same process: its rows alone, and its
 * rows as the JSON of an answer, which no answer can be without.
 */
async function listFigures(): Promise<Figure[]> {
  const bench = await openBenchApp();
  try {
    await fill(bench);
    const { organization, authorization, app } = bench;
    const raw = new DatabaseSync(join(bench.folder, 'taktlog.db'), { readOnly: true });
    const query = await captured(sqliteDialect(raw), (db) =>
      measurementsRepo({ db, organization_id: organization.id }).list(
        { workspaces: 'all', archived: false, untapped: false },
        { sort: 'day', descending: true, cursor: null, limit: ROWS + 1 },
      ),
    );
    const statement = raw.prepare(query.sql);
    const rows = () => statement.all(...(query.parameters as string[]));
    const sent = () => new Response(JSON.stringify({ items: rows() })).text();
    const list = async (): Promise<void> => {
      const answer = await app.request(`/v1/orgs/${organization.id}/measurements?limit=${ROWS}`, { headers: { authorization } });
      const text = await answer.text();
      if (answer.status !== 200 || !text.includes('"next_cursor":"')) throw new Error(text.slice(0, 500));
    };
    const name = `API list of ${ROWS} of ${MEASUREMENTS.toLocaleString('en')} measurements against the bare query, SQLite`;
    // A process that has just started is compiling yet, which falls on one side only.
    for (let n = 0; n < WARM_CALLS; n += 1) await list();
    const figures: Figure[] = [];
    for (const [against, bare, budget] of [
      // The bare query became so cheap that sending its rows as JSON alone takes longer than twice of it.
      [name, rows, null],
      [`${name}, its rows sent as JSON`, sent, 0.5],
    ] as const) {
      const { ours, raw: limit } = await compare(60, list, bare);
      figures.push(figure(against, 'lists/s', 1 / ours, 1 / limit, budget));
    }
    raw.close();
    return figures;
  } finally {
    await bench.close();
  }
}

async function fill({ deps, organization, workspaceId, stamps }: BenchApp): Promise<void> {
  const screen = deps.ids.uuid();
  const lanes = ['worker', 'machine'].map((id, at) => ({
    id,
    name: id,
    kind: id,
    worker: at === 0 ? 'P-07' : null,
    worker_name: at === 0 ? 'Jan Novák' : null,
  }));
  await deps.db.write(organization.id, async (tx) => {
    await insertScreen(tx, { organization_id: organization.id, workspace_id: workspaceId, id: screen }, deps.clock.now());
    for (let n = 0; n < MEASUREMENTS; n += 1) {
      const from = START + Math.floor(n / 20) * 86_400_000;
      await measurementsRepo({ db: tx, organization_id: organization.id }).insert({
        ...stamps,
        id: deps.ids.uuid(),
        workspace_id: workspaceId,
        name: `Line 2, shift ${n}`,
        screen_id: screen,
        screen_version: 1,
        method: 'snapshot',
        machine_id: null,
        lanes: JSON.stringify(lanes),
        state: 'finished',
        started_ms: from,
        ended_ms: from + 28_800_000,
        day: new Date(from).toISOString().slice(0, 10),
        shift: null,
        observer_id: null,
        consent_at: null,
        note: null,
        tap_count: TAPS,
        entry_count: TAPS,
      });
    }
  });
}

function figure(name: string, unit: string, ours: number, raw: number, budget: number | null): Figure {
  return { name, unit, ours, raw, ratio: ours / raw, budget };
}
