import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { Evaluation, ListedEntry, Measurement } from '../../contract/measurements.ts';
import type { StoredTap } from '../../contract/tap-events.ts';
import type { TapKind } from '../../contract/tap-kinds.ts';
import { computeTimeline, measuredPanel } from '../../domain/taps/entries.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { REFA_ID, VALUE_ID } from '../../domain/taxonomies/index.ts';
import { unzipped } from '../files/testing-zip.ts';
import type { TestPlant } from '../testing/plant.ts';
import { ENGINES, makeMachine, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { ACTIVITY_IDS as A, DEFINITION } from './testing.ts';
import { measuredPlant, tablet } from './testing-plant.ts';

const NOW = TEST_NOW / 1_000;
const MIN = 60_000;
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;

/** Entries in short. */
const short = (entries: readonly ListedEntry[], lane = 'worker') =>
  entries
    .filter((one) => one.lane === lane)
    .map(({ activity_id, duration_ms }) => [activity_id, duration_ms === null ? null : duration_ms / MIN]);
const changes = ({ deps }: TestPlant) => deps.bus.published.filter(({ event }) => event.name === 'changed');

describe.each(ENGINES)('measurements on %s', (engine) => {
  it('are opened with a version of a screen, filled by taps, and end', async () => {
    const { plant, open, send, entriesOf, rowOf, screen } = await measuredPlant(engine);
    const opened = await open({
      name: 'Ranní',
      lanes: [{ id: 'worker', name: '', kind: 'worker', worker: 'P-07', worker_name: 'Jan Novák' }],
      consent: true,
    });
    expect(opened).toMatchObject({ screen_id: screen, state: 'running', started_at: null, day: '2026-03-02', tap_count: 0 });
    expect(opened.consent_at).not.toBeNull();
    expect(opened.lanes).toMatchObject([
      { id: 'worker', name: 'Pracovník', worker: 'P-07', worker_name: 'Jan Novák' },
      { id: 'machine', worker: null },
    ]);
    const tap = tablet();
    const taps = [tap('switch', 0, { activity: A.packing }), tap('switch', 20, { activity: A.walking }), tap('stop', 25)];
    expect(await send(opened.id, taps.slice(0, 2))).toMatchObject({
      results: [{ status: 'accepted' }, { status: 'accepted' }],
      seq: 2,
      server_time: NOW,
    });
    expect(short(await entriesOf(opened.id))).toEqual([
      [A.packing, 20],
      [A.walking, null],
    ]);
    await send(opened.id, taps.slice(2));
    expect(await rowOf(opened.id)).toMatchObject({
      state: 'finished',
      tap_count: 3,
      entry_count: 3,
      ended_at: '2026-03-02T08:25:00Z',
      // Opened, two taps, and the end.
      rev: 3,
    });
    expect(short(await entriesOf(opened.id))).toEqual([
      [A.packing, 20],
      [A.walking, 5],
    ]);
    expect(changes(plant).length).toBeGreaterThanOrEqual(3);
  });

  it('answer the same taps as duplicates however often they come, and a broken one alone as failed', async () => {
    const { open, send, rowOf } = await measuredPlant(engine);
    const { id } = await open();
    const tap = tablet();
    const good = tap('switch', 0, { activity: A.packing });
    const broken = { ...tap('switch', 1), at: 'now' };
    const { results } = await send(id, [good, broken, good, null, { id: 7 }]);
    expect(results.map(({ status }) => status)).toEqual(['accepted', 'failed', 'accepted', 'failed', 'failed']);
    expect(results[1]).toMatchObject({ id: broken.id, code: 'validation_failed' });
    expect((await send(id, [good])).results).toEqual([{ id: good.id, status: 'duplicate' }]);
    expect(await rowOf(id)).toMatchObject({ tap_count: 1, seq: 1 });
  });

  it('tell another tablet what is new since a place', async () => {
    const { plant, open, send } = await measuredPlant(engine);
    const { id } = await open();
    const [tap, phone] = [tablet(), tablet('phone')];
    await send(id, [tap('switch', 0, { activity: A.packing })]);
    await send(id, [phone('count', 1, { activity: A.pieces, value: 3 })]);
    const since = await plant.get<{ items: StoredTap[]; seq: number }>(`/measurements/${id}/taps?since=1`);
    expect(since).toMatchObject({ seq: 2, items: [{ seq: 2, kind: 'count', device: 'phone', value: 3, user_id: plant.owner.id }] });
    expect(await plant.get(`/measurements/${id}/taps?since=2`)).toMatchObject({ items: [], seq: 2 });
  });

  it('keep entries that equal a recomputation from the stored taps, whatever comes in whatever batches', async () => {
    const { plant, screen, open, send, rowOf } = await measuredPlant(engine);
    const kinds = fc.constantFrom<TapKind>(
      'switch',
      'switch',
      'switch',
      'interrupt',
      'return',
      'pause',
      'stop',
      'cycle',
      'move',
      'relabel',
      'retract',
      'restore',
      'rate',
      'reference',
    );
    const one = fc.record({
      kind: kinds,
      minutes: fc.integer({ min: 0, max: 480 }),
      activity: fc.constantFrom(A.packing, A.walking, A.fault),
      target: fc.nat(),
      value: fc.integer({ min: -9e5, max: 9e5 }),
      batch: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 25 }), async (list) => {
        const { id } = await open();
        const tap = tablet();
        const taps: Tap[] = [];
        for (const { kind, minutes, activity, target, value } of list)
          taps.push(
            tap(kind, minutes, {
              activity,
              value,
              field: 'order',
              text: `${value}`,
              target: taps[target % (taps.length || 1)]?.id ?? null,
            }),
          );
        const batch: Tap[] = [];
        for (const [index, made] of taps.entries()) {
          batch.push(made);
          if (list[index]!.batch || index === taps.length - 1) await send(id, batch.splice(0).reverse());
        }
        const version = await plant.deps.db.read(plant.organization.id, (db) =>
          db.selectFrom('screen_versions').selectAll().where('screen_id', '=', screen).executeTakeFirstOrThrow(),
        );
        const stored = await plant.deps.db.read(plant.organization.id, (db) =>
          db.selectFrom('entries').selectAll().where('measurement_id', '=', id).orderBy('id').execute(),
        );
        const row = await rowOf(id);
        const timeline = computeTimeline(taps, measuredPanel(row.lanes, JSON.parse(version.activities)));
        const expected = timeline.entries.map(({ id: own, from, to, activity, rating, cycle, kind, lane, references }) => ({
          order_name: references?.order ?? null,
          id: own,
          from_ms: from,
          to_ms: to,
          activity_id: activity,
          rating,
          cycle,
          kind,
          lane,
        }));
        expect(stored).toMatchObject(expected.sort((a, b) => (a.id < b.id ? -1 : 1)));
        expect(stored).toHaveLength(expected.length);
        expect(row).toMatchObject({ entry_count: expected.length, conflict_count: timeline.conflicts.length, tap_count: taps.length });
      }),
      { numRuns: engine === 'sqlite' ? 25 : 10 },
    );
  }, 60_000);

  it('of a night shift belong to the day on which it began', async () => {
    const { plant, open, send, rowOf } = await measuredPlant(engine);
    const night = { name: 'Noční', days: [1, 2, 3, 4, 5, 6, 7], start: '22:00', end: '06:00', breaks: [] };
    await plant.send('PUT', `/workspaces/${plant.workspace.id}/shift-calendar`, { rev: 0, shifts: [night], exceptions: [] });
    const { id, day } = await open();
    expect(day).toBe('2026-03-02');
    const tap = tablet();
    // 2026-03-03T01:30 in Prague, and once it is corrected 21:40 of the evening before: people come early.
    const first = tap('switch', 16.5 * 60, { activity: A.packing });
    await send(id, [first]);
    expect(await rowOf(id)).toMatchObject({
      day: '2026-03-02',
      shift: { name: 'Noční', from: '2026-03-02T21:00:00Z', to: '2026-03-03T05:00:00Z' },
    });
    await send(id, [tap('move', 990, { target: first.id, value: -(3 * 60 + 50) * MIN })]);
    expect(await rowOf(id)).toMatchObject({ day: '2026-03-02', shift: { name: 'Noční' }, started_at: '2026-03-02T20:40:00Z' });
  });

  it('show names of people only to those who may see them, and keep them all the same', async () => {
    const { plant, open, rowOf } = await measuredPlant(engine);
    const lanes = [{ id: 'worker', name: '', kind: 'worker', worker: 'P-07', worker_name: 'Jan Novák' }];
    const { id } = await open({ lanes });
    const analyst = await plant.member('analyst', plant.workspace.id);
    const seen = (await (await plant.send('GET', `/measurements/${id}`, undefined, analyst)).json()) as Measurement;
    expect(seen.lanes[0]).toMatchObject({ worker: 'P-07', worker_name: null });
    expect(seen.observer_name).toBeNull();
    expect(
      (await plant.send('PATCH', `/measurements/${id}`, { rev: 1, lanes: [{ ...seen.lanes[0], worker: 'P-08' }] }, analyst)).status,
    ).toBe(200);
    expect((await rowOf(id)).lanes[0]).toMatchObject({ worker: 'P-08', worker_name: 'Jan Novák' });
    const trail = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').selectAll().where('entity_id', '=', id).execute(),
    );
    expect(trail).toHaveLength(2);
    expect(JSON.stringify(trail)).not.toContain('Novák');
  });

  it('are repeated by the same id, and refused for another screen, an unknown version or a strange machine', async () => {
    const { plant, open, screen } = await measuredPlant(engine);
    const id = plant.deps.ids.uuid();
    const first = await open({ id });
    expect(await open({ id, name: 'Podruhé' })).toEqual(first);
    const create = (over: object) => plant.send('POST', '/measurements', { screen_id: screen, screen_version: 1, ...over });
    expect(await codeOf(await create({ screen_version: 2 }))).toBe('422 validation_failed');
    expect(await codeOf(await create({ machine_id: plant.deps.ids.uuid() }))).toBe('422 validation_failed');
    const machine = await makeMachine(plant.deps, plant.workspace);
    expect(await (await create({ machine_id: machine.id })).json()).toMatchObject({ machine_id: machine.id, machine_name: machine.name });
  });

  it('are listed from their first tap on: a panel that was only opened is none', async () => {
    const { plant, open, send } = await measuredPlant(engine);
    const [opened, tapped] = [await open({ name: 'Jen otevřené' }), await open({ name: 'Ťuknuté' })];
    await send(tapped.id, [tablet()('switch', 0, { activity: A.packing })]);
    const names = async (query: string) =>
      (await plant.get<{ items: Measurement[]; total: number }>(`/measurements?sort=name&count=1${query}`)).items.map(({ name }) => name);
    expect(await names('')).toEqual(['Ťuknuté']);
    expect(await names('&untapped=1')).toEqual(['Jen otevřené', 'Ťuknuté']);
    await send(opened.id, [tablet()('switch', 0, { activity: A.packing })]);
    expect(await names('')).toHaveLength(2);
  });

  it('are filtered and paged, running ones among them', async () => {
    const { plant, open, send } = await measuredPlant(engine);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await open({ name: `Měření ${i}`, opened_at: `2026-03-0${i + 1}T08:00:00Z` })).id);
    const tap = tablet();
    await send(ids[0]!, [tap('switch', 0, { activity: A.packing }), tap('stop', 5)]);
    const list = async (query: string) =>
      await plant.get<{ items: Measurement[]; next_cursor: string | null; total?: number }>(`/measurements?untapped=1&${query}`);
    const names = async (query: string) => (await list(query)).items.map(({ name }) => name);
    expect(await names('state=running&sort=day')).toEqual(['Měření 1', 'Měření 2', 'Měření 3', 'Měření 4']);
    // Its first tap told its day.
    expect((await names('from=2026-03-02&to=2026-03-03')).sort()).toEqual(['Měření 0', 'Měření 1', 'Měření 2']);
    const first = await list('limit=3&sort=name&count=1');
    expect([first.total, first.items.length]).toEqual([5, 3]);
    expect(await names(`limit=3&sort=name&cursor=${first.next_cursor}`)).toEqual(['Měření 3', 'Měření 4']);
    expect(await codeOf(await plant.send('GET', '/measurements?sort=rev', undefined))).toBe('422 validation_failed');
  });

  it('are found by name and note and sorted by name without heed to case and accents, numbers by size', async () => {
    const { plant, open } = await measuredPlant(engine);
    for (const name of ['Cykl 12', 'Dílna', 'Čekání', 'cykl 5', 'BALENÍ']) await open({ name });
    const noted = await open({ name: 'Údržba', note: 'Špatné SVĚTLO,\nhluk' });
    const walk = async (query: string) => {
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { items: Measurement[]; next_cursor: string | null } = await plant.get(
          `/measurements?untapped=1&limit=2&${query}${cursor && `&cursor=${cursor}`}`,
        );
        walked.push(...page.items.map(({ name }) => name));
        cursor = page.next_cursor;
      }
      return walked;
    };
    const sorted = ['BALENÍ', 'Čekání', 'cykl 5', 'Cykl 12', 'Dílna', 'Údržba'];
    expect([await walk('sort=name'), await walk('sort=-name')]).toEqual([sorted, sorted.toReversed()]);
    expect(await walk('sort=name&q=c')).toEqual(['Čekání', 'cykl 5', 'Cykl 12']);
    for (const q of ['svetlo', 'HLUK spatne', 'udrzba světlo'])
      expect([q, await walk(`q=${encodeURIComponent(q)}`)]).toEqual([q, ['Údržba']]);
    await plant.send('PATCH', `/measurements/${noted.id}`, { rev: 1, note: null });
    expect([await walk('q=svetlo'), await walk('q=udrz')]).toEqual([[], ['Údržba']]);
    await plant.send('PATCH', `/measurements/${noted.id}`, { rev: 2, name: 'Čistění' });
    expect(await walk('sort=name&q=c')).toEqual(['Čekání', 'Čistění', 'cykl 5', 'Cykl 12']);
    // Neither an answer nor the trail tells keys.
    const trail = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').selectAll().where('entity_id', '=', noted.id).execute(),
    );
    expect([trail.length, JSON.stringify(trail)]).toEqual([3, expect.not.stringMatching(/name_key|search/)]);
  });

  it('give their entries as files that spreadsheets read and never run', async () => {
    const { plant, open, send } = await measuredPlant(engine);
    const { id } = await open();
    const tap = tablet();
    const packing = tap('switch', 0, { activity: A.packing });
    await send(id, [
      packing,
      tap('switch', 20, { activity: A.walking }),
      tap('switch', 25.5, { activity: A.fault }),
      tap('stop', 1_600),
      tap('annotate', 1, { target: packing.id, text: '=1+1' }),
    ]);
    const csv = await plant.send('GET', `/measurements/${id}/entries/export?format=csv&locale=cs`, undefined);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const all = (await csv.text()).split('\r\n');
    const lines = all.slice(all.indexOf('') + 1);
    expect(lines[0]).toContain('Č.;Pruh;Pracovník;Činnost');
    expect(lines[1]).toContain(";Balení;Činnost;2026-03-02 09:00:00;2026-03-02 09:20:00;00:20:00;1200,000;00:20:00;1;;'=1+1");
    expect(lines.find((line) => line.includes('hledání'))).toContain('"Chůze; hledání"');
    expect(lines.find((line) => line.includes('Porucha'))).toContain(
      ";'=Porucha;Činnost;2026-03-02 09:25:30;2026-03-03 11:40:00;26:14:30;",
    );
    const xlsx = await plant.send('GET', `/measurements/${id}/entries/export?format=xlsx&locale=en`, undefined);
    expect(xlsx.headers.get('content-type')).toContain('spreadsheetml');
    const files = unzipped(new Uint8Array(await xlsx.arrayBuffer()));
    const sheet = Object.entries(files).find(([name]) => /worksheets\/.*\.xml$/.test(name))![1];
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(Object.values(files).join('')).toContain('>=Porucha</t>');
  });

  it('belong to an order, a product and a batch from the entry on of which it was said, in lists and in files', async () => {
    const { plant, open, send, entriesOf, rowOf } = await measuredPlant(engine);
    const { id } = await open();
    const tap = tablet();
    const walking = tap('switch', 20, { activity: A.walking });
    const order = tap('reference', 21, { target: walking.id, field: 'order', text: '=17' });
    const said = [
      tap('switch', 0, { activity: A.packing }),
      walking,
      order,
      tap('reference', 22, { target: walking.id, field: 'batch', text: 'B-4' }),
      tap('count', 23, { activity: A.pieces, value: 4 }),
      tap('switch', 25, { activity: A.fault }),
      tap('stop', 30),
    ];
    await send(id, [...said, { ...order, id: walking.id.replace(/.$/, 'f'), field: 'colour' }]);
    // What isn't known is refused for itself.
    expect(await rowOf(id)).toMatchObject({ tap_count: 7, conflict_count: 0 });
    const belongs = async () =>
      (await entriesOf(id)).filter(({ lane }) => lane === 'worker').map((one) => [one.order, one.product, one.batch]);
    expect(await belongs()).toEqual([
      [null, null, null],
      ['=17', null, 'B-4'],
      ['=17', null, 'B-4'],
    ]);
    const csv = await (await plant.send('GET', `/measurements/${id}/entries/export?format=csv&locale=cs`, undefined)).text();
    expect(csv).toContain(';Kusy;Zakázka;Šarže;');
    const rows = csv.split('\r\n').filter((line) => /^\d/.test(line));
    expect(rows.map((line) => line.split(';').slice(-3, -1))).toContainEqual(["'=17", 'B-4']);
    // Pieces are those of the order that ran.
    expect(rows.find((line) => line.includes('Kusy'))).toMatch(/;4;'=17;B-4;$/);
    const xlsx = await plant.send('GET', `/measurements/${id}/entries/export?format=xlsx&locale=sk`, undefined);
    const texts = Object.values(unzipped(new Uint8Array(await xlsx.arrayBuffer()))).join('');
    expect(texts).toContain('>Zákazka</t>');
    expect(texts).not.toContain('>Výrobok</t>');
    await send(id, [tap('retract', 31, { target: order.id })]);
    expect(await belongs()).toEqual([
      [null, null, null],
      [null, null, 'B-4'],
      [null, null, 'B-4'],
    ]);
  });

  it('are written in their files so finely that beginnings, lengths and elapsed times add up to the whole, elements of two seconds too', async () => {
    const { plant, open, send } = await measuredPlant(engine);
    const { id } = await open();
    const tap = tablet();
    const edges = [0, 0.036_1, 0.071_95, 0.112_4, 0.149_983].map((minutes) => Math.round(minutes * MIN));
    await send(id, [
      ...edges.slice(0, -1).map((ms, at) => tap('switch', ms / MIN, { activity: at % 2 === 0 ? A.packing : A.fault })),
      tap('stop', edges.at(-1)! / MIN),
    ]);
    const csv = await (await plant.send('GET', `/measurements/${id}/entries/export?format=csv&locale=cs`, undefined)).text();
    const all = csv.replaceAll('"', '').split('\r\n');
    const rows = all
      .slice(all.indexOf('') + 2, -1)
      .map((line) => line.split(';'))
      .filter((cells) => cells[4] === 'Činnost')
      .map((cells) => cells.slice(5, 10));
    const ms = (text: string) => text.split(':').reduce((sum, part) => 60 * sum + Math.round(Number(part.replace(',', '.')) * 1_000), 0);
    const clock = (text: string) => Date.parse(`${text.replace(' ', 'T').replace(',', '.')}Z`);
    let elapsed = 0;
    for (const [at, [start, end, length, seconds, sum]] of rows.entries()) {
      expect(clock(end!) - clock(start!)).toBe(ms(length!));
      expect(Math.round(Number(seconds!.replace(',', '.')) * 1_000)).toBe(ms(length!));
      elapsed += ms(length!);
      expect(ms(sum!)).toBe(elapsed);
      expect(end).toBe(rows[at + 1]?.[0] ?? end);
    }
    expect(rows).toHaveLength(4);
    expect(elapsed).toBe(edges.at(-1));
    expect(csv).toContain('Konec;"2026-03-02 09:00:08,999"');
    const xlsx = await plant.send('GET', `/measurements/${id}/entries/export?format=xlsx&locale=en`, undefined);
    const texts = Object.values(unzipped(new Uint8Array(await xlsx.arrayBuffer()))).join('');
    expect(texts).toContain('[hh]:mm:ss.000');
  });

  it('give notes, events and pieces in their files too, with what the study is about and every taxonomy that sorts its activities', async () => {
    const { plant, open, send } = await measuredPlant(engine);
    const lanes = [{ id: 'worker', name: '', kind: 'worker', worker: 'P-07', worker_name: 'Jan Novák' }];
    const { id } = await open({ name: 'Ranní', lanes, note: 'Nový film' });
    const tap = tablet();
    await send(id, [
      tap('switch', 0, { activity: A.packing }),
      tap('note', 1, { text: 'Došel\nfilm' }),
      tap('point', 2, { activity: A.fault }),
      tap('count', 3, { activity: A.pieces, value: 4 }),
      tap('count', 4, { activity: A.pieces, value: -9 }),
      tap('stop', 5),
    ]);
    // Sorted only after the measurement was made.
    const { rev } = await plant.get<{ rev: number }>(`/activities/${A.packing}`);
    const sorted = { [VALUE_ID]: 'value_added', [REFA_ID]: 'mh' };
    expect((await plant.send('PATCH', `/activities/${A.packing}`, { rev, categories: sorted })).status).toBe(200);
    const file = async (who = plant.headers) =>
      (await (await plant.send('GET', `/measurements/${id}/entries/export?format=csv&locale=cs`, undefined, who)).text()).split('\r\n');
    const lines = await file();
    const head = Object.fromEntries(lines.slice(0, lines.indexOf('')).map((line) => line.replace('\ufeff', '').split(';')));
    expect(head).toMatchObject({
      Organizace: plant.organization.name,
      Pracoviště: plant.workspace.name,
      Měření: 'Ranní',
      Panel: '"Balicí linka, verze 1"',
      'Pruh Pracovník': 'Jan Novák',
      Začátek: '2026-03-02 09:00:00',
      Konec: '2026-03-02 09:05:00',
      'Časové pásmo': 'Europe/Prague',
      Vytvořil: plant.owner.name,
    });
    const table = lines.slice(lines.indexOf('') + 1);
    expect(table[0]).toMatch(/;Poznámka;Vyloučeno;Kusy;Přidaná hodnota;Druhy času podle REFA$/);
    expect(table.find((line) => line.includes('Balení'))).toMatch(/;Přidává hodnotu;Hlavní činnost$/);
    expect(table.filter((line) => /;(Událost|Kusy);2026/.test(line)).map((line) => line.split(';').slice(3))).toMatchObject([
      ["'=Porucha", 'Událost', '2026-03-02 09:02:00', '', '', '', '', '', '', '', '', '', '', ''],
      ['Kusy', 'Kusy', '2026-03-02 09:03:00', '', '', '', '', '', '', '', '', '4', '', ''],
      ['Kusy', 'Kusy', '2026-03-02 09:04:00', '', '', '', '', '', '', '', '', '-4', '', ''],
    ]);
    expect(lines.join('\n')).toMatch(/Poznámka;2026-03-02 09:01:00;;;;;;;"Došel\nfilm"/);
    const analyst = await plant.member('analyst', plant.workspace.id);
    expect((await file(analyst)).join()).not.toContain('Jan Novák');
    const xlsx = await plant.send('GET', `/measurements/${id}/entries/export?format=xlsx&locale=en`, undefined);
    const texts = Object.values(unzipped(new Uint8Array(await xlsx.arrayBuffer()))).join('');
    for (const word of ['Došel', 'REFA kinds of time', 'Main activity', 'About', plant.organization.name]) expect(texts).toContain(word);
  });

  it('are sorted as the catalogue sorts activities today, until somebody keeps how it was', async () => {
    const { plant, open, rowOf } = await measuredPlant(engine);
    const { id } = await open();
    const sort = async (categories: Record<string, string>) => {
      const { rev } = await plant.get<{ rev: number }>(`/activities/${A.walking}`);
      await plant.send('PATCH', `/activities/${A.walking}`, { rev, categories });
    };
    const seen = () => plant.get<Evaluation>(`/measurements/${id}/categories`);
    expect((await seen()).activities[A.walking]).toEqual({});
    await sort({ [VALUE_ID]: 'motion', [REFA_ID]: 'mz' });
    expect(await seen()).toMatchObject({ kept_at: null, activities: { [A.walking]: { [VALUE_ID]: 'motion', [REFA_ID]: 'mz' } } });
    expect((await seen()).taxonomies.map((one) => one.id)).toEqual([VALUE_ID, REFA_ID]);
    const keep = async (keep_categories: boolean) =>
      (await plant.send('PATCH', `/measurements/${id}`, { rev: (await rowOf(id)).rev, keep_categories })).status;
    expect(await keep(true)).toBe(200);
    const kept = await seen();
    expect(kept.kept_at).not.toBeNull();
    await sort({ [VALUE_ID]: 'necessary' });
    expect(await seen()).toEqual(kept);
    expect(await keep(false)).toBe(200);
    expect((await seen()).activities[A.walking]).toEqual({ [VALUE_ID]: 'necessary' });
  });

  it('write in their files which of the two it was, where the clock shows an hour twice', async () => {
    const { plant, open, send } = await measuredPlant(engine);
    const { id } = await open();
    const tap = tablet();
    const first = Date.parse('2025-10-26T00:30:00Z');
    const minutes = (first - tap('switch', 0).at) / 60_000;
    await send(id, [tap('switch', minutes, { activity: A.packing, mono: 0 }), tap('stop', minutes + 60, { mono: 60 * MIN })]);
    const csv = await plant.send('GET', `/measurements/${id}/entries/export?format=csv&locale=cs`, undefined);
    expect(await csv.text()).toContain(';2025-10-26 02:30:00 +02:00;2025-10-26 02:30:00 +01:00;01:00:00;');
    const xlsx = await plant.send('GET', `/measurements/${id}/entries/export?format=xlsx&locale=en`, undefined);
    const texts = Object.values(unzipped(new Uint8Array(await xlsx.arrayBuffer()))).join('');
    for (const offset of ['+02:00', '+01:00']) expect(texts).toContain(`2025-10-26 02:30:00 ${offset}<`);
  });

  it('that go on are offered to a second tablet, those that ended or were archived are not', async () => {
    const { plant, screen, open, send } = await measuredPlant(engine);
    const lanes = [{ id: 'worker', name: '', kind: 'worker', worker: 'P-07', worker_name: null }];
    const [going, over, away] = [await open({ name: 'Běží', lanes }), await open({ name: 'Skončilo' }), await open({ name: 'V archivu' })];
    const tap = tablet();
    await send(going.id, [tap('switch', 0, { activity: A.packing })]);
    await send(over.id, [tap('switch', 0, { activity: A.packing }), tap('stop', 5)]);
    await plant.send('PATCH', `/measurements/${away.id}`, { rev: 1, archived: true });
    const operator = await plant.member('operator', plant.workspace.id);
    const panel = (await (await plant.send('GET', `/panels/${screen}`, undefined, operator)).json()) as { running: object[] };
    expect(panel.running).toEqual([{ id: going.id, name: 'Běží', workers: ['P-07'], started_at: '2026-03-02T08:00:00Z' }]);
  });

  it('are captured by an operator of the workspace, who reads no list of them', async () => {
    const { plant, screen } = await measuredPlant(engine);
    const operator = await plant.member('operator', plant.workspace.id);
    const opened = await plant.send('POST', '/measurements', { screen_id: screen, screen_version: 1 }, operator);
    expect(opened.status).toBe(201);
    const { id } = (await opened.json()) as Measurement;
    const taps = [tablet()('switch', 0, { activity: A.packing })];
    expect((await plant.send('POST', `/measurements/${id}/taps`, { taps }, operator)).status).toBe(200);
    expect((await plant.send('GET', `/measurements/${id}/taps`, undefined, operator)).status).toBe(200);
    expect(await codeOf(await plant.send('GET', '/measurements', undefined, operator))).toBe('403 forbidden');
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect((await plant.send('GET', `/measurements/${id}/taps`, undefined, viewer)).status).toBe(200);
    expect(await codeOf(await plant.send('POST', `/measurements/${id}/taps`, { taps }, viewer))).toBe('403 forbidden');
    const elsewhere = await plant.member('operator', (await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' })).id);
    expect(await codeOf(await plant.send('POST', `/measurements/${id}/taps`, { taps }, elsewhere))).toBe('404 not_found');
    expect(await codeOf(await plant.send('POST', '/measurements', { screen_id: screen, screen_version: 1 }, elsewhere))).toBe(
      '422 validation_failed',
    );
  });
});

it('a screen for tests is one that the contract takes', async () => {
  const { definition } = await import('../../contract/screens.ts');
  expect(definition.parse(DEFINITION)).toEqual(DEFINITION);
});
