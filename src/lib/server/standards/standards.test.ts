import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AllowanceSet } from '../../contract/allowance-sets.ts';
import type { Measurement } from '../../contract/measurements.ts';
import type { Operation, OperationStandard, StandardParameters } from '../../contract/operations.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { shownCard } from '../../domain/time-study/shown-card.ts';
import { formatter } from '../../i18n/format.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { unzipped } from '../files/testing-zip.ts';
import { ACTIVITY_IDS as A } from '../measurements/testing.ts';
import { measuredPlant, tablet } from '../measurements/testing-plant.ts';
import { reportWords } from '../reports/words.ts';
import { ENGINES, makeMembership, makeUser } from '../testing/testing.ts';
import { hashOfStudy, studyOf } from './study.ts';

const SHARES = { personal: 0.05, fatigue: 0.05, contingency: 0.02, interference: 0 };
type Engine = (typeof ENGINES)[number];

const close = (text: string): string => text.replace(/[\s\u00a0]+/g, '');
/** What a PDF says, without spaces: where lines break is not what it says. */
function pdfText(pdf: Uint8Array): string {
  const { stdout, status, error } = spawnSync('pdftotext', ['-raw', '-enc', 'UTF-8', '-', '-'], { input: pdf, encoding: 'utf8' });
  if (error || status !== 0) throw new Error('pdftotext is not here: .ci/run installs poppler-utils', { cause: error });
  return close(stdout);
}

/** An operation with one finished measurement: packing of 2 and of 4 minutes, both rated. */
async function studied(engine: Engine) {
  const base = await measuredPlant(engine);
  const { plant, open, send } = base;
  const post = async <T>(path: string, body: object, as = plant.headers): Promise<T & { status: number; code?: string }> => {
    const answer = await plant.send('POST', path, body, as);
    return { ...((await answer.json()) as T), status: answer.status };
  };
  const patch = async <T>(path: string, body: object): Promise<T & { code?: string }> =>
    (await plant.send('PATCH', path, body)).json() as Promise<T & { code?: string }>;
  const set = await post<AllowanceSet>('/allowance-sets', { name: 'Ruční práce', basis: 'job', shares: SHARES });
  const operation = await post<Operation>('/operations', {
    workspace_id: plant.workspace.id,
    code: 'OP-0214',
    name: 'Balení toastu',
    allowance_set_id: set.id,
  });
  const measurement = await open();
  const tap = tablet();
  const taps = [
    tap('switch', 0, { activity: A.packing }),
    tap('switch', 2, { activity: A.walking }),
    tap('switch', 3, { activity: A.packing }),
    tap('stop', 7),
  ];
  await send(measurement.id, taps);
  const attached = await patch<Measurement>(`/measurements/${measurement.id}`, {
    rev: (await base.rowOf(measurement.id)).rev,
    operation_id: operation.id,
  });
  const of = (what = '') => plant.get<OperationStandard>(`/operations/${operation.id}/standard${what}`);
  const rev = async () => (await plant.get<Operation>(`/operations/${operation.id}`)).rev;
  const act = async (what: 'review' | 'approve' | 'return', over: object = {}, as = plant.headers) => {
    const { draft, versions } = await of();
    const hash = what === 'review' ? draft?.hash : versions[0]?.hash;
    const seen = what === 'return' ? {} : { hash };
    return post<OperationStandard>(`/operations/${operation.id}/standard/${what}`, { rev: await rev(), ...seen, ...over }, as);
  };
  return { ...base, post, patch, set, operation, attached, measurement, tap, taps, of, rev, act };
}

describe.each(ENGINES)('standards on %s', (engine) => {
  it('are computed from the measurements that belong to the operation', async () => {
    const { attached, operation, plant, of } = await studied(engine);
    expect(attached).toMatchObject({ operation_id: operation.id, operation_name: 'Balení toastu' });
    expect(await plant.get(`/measurements?operation_id=${operation.id}`)).toMatchObject({ items: [{ id: attached.id }] });
    expect(await plant.get(`/operations/${operation.id}`)).toMatchObject({ measurement_count: 1, active: null });
    const { draft, versions } = await of();
    expect(versions).toEqual([]);
    expect(draft).toMatchObject({ version: 1, differences: null, sources: [{ measurement_id: attached.id, taps: 4 }] });
    expect(await of()).toMatchObject({ frequencies: [{ activity_id: A.packing, name: 'Balení', seen: 2, cycles: 2, lanes: 1 }] });
    // Packing alone is an element.
    expect(draft!.card.elements).toMatchObject([{ activity_id: A.packing, n: 2, mean: 180, unrated: 2 }]);
    expect(draft!.card.standard).toBeCloseTo(201.6, 6);
  });

  it('say how many measurements are too many for one study', async () => {
    const { of, operation, plant, measurement } = await studied(engine);
    expect(await of()).toMatchObject({ left_out: 0 });
    await plant.deps.db.write(plant.organization.id, async (db) => {
      const row = await db.selectFrom('measurements').selectAll().where('id', '=', measurement.id).executeTakeFirstOrThrow();
      const more = Array.from({ length: 51 }, () => ({ ...row, id: plant.deps.ids.uuid(), operation_id: operation.id }));
      await db.insertInto('measurements').values(more).execute();
    });
    const { draft, left_out } = await of();
    expect(draft!.sources).toHaveLength(50);
    expect(left_out).toBe(2);
  });

  it('are approved, and a tap that is taken back later leaves them alone and makes the next draft', async () => {
    const { act, of, send, tap, taps, measurement, operation, plant } = await studied(engine);
    expect(await act('approve', { hash: '0'.repeat(64) })).toMatchObject({ status: 409, code: 'conflict' });
    expect(await act('review', { note: 'Málo hodnot' })).toMatchObject({
      status: 200,
      draft: null,
      versions: [{ state: 'reviewed', version: 1 }],
    });
    expect(await plant.get(`/operations?standard=waiting`)).toMatchObject({ items: [{ active: null, waiting: { version: 1 } }] });
    expect(await plant.get(`/operations?standard=none`)).toMatchObject({ items: [] });
    expect(await act('approve', { statement: 'Platí' })).toMatchObject({ versions: [{ state: 'approved', statement: 'Platí' }] });
    const listed = (standard: string) =>
      plant.get<{ items: Operation[] }>(`/operations?standard=${standard}`).then(({ items }) => items.length);
    expect([await listed('approved'), await listed('waiting'), await listed('none')]).toEqual([1, 0, 0]);
    const [approved] = (await of()).versions;
    expect(await plant.get(`/operations/${operation.id}`)).toMatchObject({
      waiting: null,
      active: { version: 1, standard: approved!.card.standard },
    });
    await send(measurement.id, [tap('retract', 8, { target: taps[2]!.id })]);
    const later = await of();
    expect(later.versions).toEqual([approved]);
    expect(later.draft).toMatchObject({ version: 2, differences: [{ activity_id: A.packing, difference: expect.closeTo(-67.2, 6) }] });
    expect(later.draft!.hash).not.toBe(approved!.hash);
    await act('review');
    await act('approve');
    const { draft, versions } = await of();
    expect(draft).toBeNull();
    expect(versions.map(({ version, state }) => [version, state])).toEqual([
      [2, 'approved'],
      [1, 'superseded'],
    ]);
    expect({ ...versions[1], state: 'approved', superseded_at: null }).toEqual(approved);
  });

  it('are approved by whoever may approve, of what was seen, and only once', async () => {
    const { act, of, patch, set, plant } = await studied(engine);
    const analyst = await makeUser(plant.deps);
    await makeMembership(plant.deps, plant.organization, analyst, 'analyst', { workspace_id: plant.workspace.id });
    const as = bearer(await signedIn(plant.deps, analyst));
    expect(await act('review', {}, as)).toMatchObject({ status: 200 });
    expect(await act('approve', {}, as)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await act('approve', { hash: '0'.repeat(64) })).toMatchObject({ status: 409, code: 'standard_changed' });
    // Other allowances than were reviewed.
    await patch(`/allowance-sets/${set.id}`, { rev: 1, shares: { ...SHARES, fatigue: 0.1 } });
    expect(await act('approve')).toMatchObject({ status: 409, code: 'standard_changed' });
    expect((await of()).draft).toMatchObject({ version: 1 });
    expect(await act('return', {}, as)).toMatchObject({ status: 200, versions: [] });
    await act('review', {}, as);
    expect(await act('approve', { rev: 99 })).toMatchObject({ status: 409, code: 'stale_rev' });
    expect(await act('approve')).toMatchObject({ status: 200 });
    expect(await act('approve')).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('are approved by another person than who reviewed them or made their readings, as far as there is one', async () => {
    const { act, of, plant, operation } = await studied(engine);
    const { deps, organization, workspace } = plant;
    const approver = async () => {
      const user = await makeUser(deps);
      const membership = await makeMembership(deps, organization, user, 'manager', { workspace_id: workspace.id });
      return { user, membership, as: bearer(await signedIn(deps, user)) };
    };
    const set = (what: 'organizations' | 'memberships', values: object, id: string) =>
      deps.db.write(organization.id, (db) => db.updateTable(what).set(values).where('id', '=', id).execute());
    const seen = async (as: Record<string, string>) =>
      (await plant.app.request(`${plant.root}/operations/${operation.id}/standard`, { headers: as })).json() as Promise<OperationStandard>;
    const refused = { status: 409, code: 'four_eyes' };
    const second = await approver();
    await act('review');
    expect((await of()).wants_another).toBe(true);
    expect(await act('approve')).toMatchObject(refused);
    expect((await seen(second.as)).wants_another).toBe(false);
    // Nobody else may approve any more.
    await set('memberships', { archived_at: deps.clock.now() }, second.membership.id);
    expect((await of()).wants_another).toBe(false);
    await set('memberships', { archived_at: null }, second.membership.id);
    // The owner measured, the other reviewed: there is nobody third, so at least the reviewer doesn't approve.
    await act('return');
    await act('review', {}, second.as);
    expect(await act('approve', {}, second.as)).toMatchObject(refused);
    expect((await of()).wants_another).toBe(false);
    const third = await approver();
    expect(await act('approve')).toMatchObject(refused);
    await set('organizations', { four_eyes: 0 }, organization.id);
    expect((await of()).wants_another).toBe(false);
    await set('organizations', { four_eyes: 1 }, organization.id);
    expect(await act('approve', {}, third.as)).toMatchObject({ status: 200, wants_another: false, versions: [{ state: 'approved' }] });
  });

  it('stay as they were approved whatever is called afterwards', async () => {
    const { act, of, patch, set, operation, plant, measurement, rowOf } = await studied(engine);
    await act('review');
    await act('approve');
    const [approved] = (await of()).versions;
    const { hash } = approved!;
    for (const what of ['review', 'approve', 'return'] as const)
      expect((await act(what, what === 'return' ? {} : { hash })).status).toBe(409);
    const rev = async () => (await plant.get<Operation>(`/operations/${operation.id}`)).rev;
    await patch(`/operations/${operation.id}`, { rev: await rev(), name: 'Jiná', pieces_per_cycle: 3 });
    await patch(`/allowance-sets/${set.id}`, { rev: 1, basis: 'workday' });
    await patch(`/measurements/${measurement.id}`, { rev: (await rowOf(measurement.id)).rev, operation_id: null });
    for (const what of ['review', 'approve', 'return'] as const)
      expect((await act(what, what === 'return' ? {} : { hash })).status).toBe(409);
    await patch(`/operations/${operation.id}`, { rev: await rev(), archived: true });
    expect((await of()).versions).toEqual([approved]);
  });

  it('are written in three languages with every figure of their card, and as a workbook with formulas', async () => {
    const { act, of, plant, operation } = await studied(engine);
    const get = (query: string) =>
      plant.app.request(`${plant.root}/operations/${operation.id}/standard/report?${query}`, { headers: plant.headers });
    expect((await get('format=pdf&version=1')).status).toBe(404);
    await act('review', { note: 'Málo hodnot' });
    await act('approve', { statement: 'Platí od pondělí' });
    const [version] = (await of()).versions;
    const card = shownCard(version!.card, version!.parameters);
    const file = async (query: string) => {
      const answer = await get(query);
      expect(answer.status).toBe(200);
      return new Uint8Array(await answer.arrayBuffer());
    };
    for (const locale of ['cs', 'en', 'sk'] as const) {
      const text = pdfText(await file(`format=pdf&locale=${locale}&version=1`));
      const format = formatter(locale, plant.workspace.time_zone);
      const said = [
        'Balení toastu',
        'Málo hodnot',
        'Platí od pondělí',
        format.dateTime(version!.approved_at!, 'second'),
        format.quantity(card.standard, 's', 3),
        format.quantity(card.czech.tac, 's', 3),
        format.quantity(card.refa.ter, 's', 3),
        format.number(card.normal, 3),
        format.number(version!.card.pieces_per_hour, 1),
        reportWords(locale)('standards:to_confirm'),
        version!.formula,
        ...card.rows.flatMap(({ element, normal, standard }) => [
          element.name,
          format.number(element.mean, 3),
          format.number(normal, 3),
          format.number(standard, 3),
        ]),
      ];
      for (const one of said) expect(text, one).toContain(close(one));
      expect(text).toContain(version!.hash.slice(0, 16));
    }
    const sheets = Object.entries(unzipped(await file('format=xlsx&locale=cs')));
    const sheet = sheets
      .filter(([name]) => name.startsWith('xl/worksheets/'))
      .map(([, text]) => text)
      .join('');
    const units = reportWords('cs')('report-file:standard.units');
    for (const formula of ['SUM(M13:P13)', 'I13*J13/K13', `'${units}'!H4`]) expect(sheet).toContain(`<f>${formula}</f><v>`);
  });

  it('are written with each reading that they were made of, whatever is tapped afterwards', async () => {
    const { act, plant, operation, send, tap, taps, measurement, patch, rowOf } = await studied(engine);
    await send(measurement.id, [tap('exclude', 8, { target: taps[0]!.id, text: 'vyrušen; telefon' })]);
    await act('review');
    await act('approve');
    const file = async (query: string) => {
      const answer = await plant.app.request(`${plant.root}/operations/${operation.id}/standard/report?${query}`, {
        headers: plant.headers,
      });
      expect(answer.status).toBe(200);
      return new Uint8Array(await answer.arrayBuffer());
    };
    const words = async (query: string) => Buffer.from(await file(query)).toString('utf8');
    const before = JSON.parse(await words('format=json&version=1'));
    expect(before).toMatchObject({
      format: 'taktlog-standard',
      operation: { code: 'OP-0214' },
      standard: { state: 'approved' },
      readings: [
        {
          measurement_id: measurement.id,
          element: 'Balení',
          cycle: 1,
          ms: 120_000,
          rating: null,
          counted: 100,
          excluded: 'vyrušen; telefon',
        },
        { cycle: 2, ms: 240_000, excluded: null },
      ],
    });
    // The exclusion is taken back, the second packing gets longer, the measurement goes away: the approved version knows nothing of it.
    await send(measurement.id, [tap('exclude', 9, { target: taps[0]!.id }), tap('move', 9, { target: taps[3]!.id, value: 60_000 })]);
    await patch(`/measurements/${measurement.id}`, { rev: (await rowOf(measurement.id)).rev, operation_id: null });
    const after = JSON.parse(await words('format=json&version=1'));
    expect({ ...after, standard: null }).toEqual({ ...before, standard: null });
    const text = pdfText(await file('format=pdf&locale=cs&version=1'));
    for (const said of ['(120,000)a', '240,000', 'vyrušen;telefon', close(reportWords('cs')('report-file:standard.reasons'))])
      expect(text).toContain(said);
    const lines = (await words('format=csv&part=readings&locale=cs&version=1')).split('\r\n');
    expect(lines[1]).toContain(';120,000;;100;120,000;0;"vyrušen; telefon";');
    expect(lines[2]).toContain(';240,000;;100;240,000;1;;');
    const card = (await words('format=csv&locale=en&version=1')).split('\r\n');
    expect(card[1]).toMatch(/^1,Balení,1,1,240\.000,,/);
    expect(card.at(-2)).toContain('268.800');
  });

  it('leave a row in the trail for each step, and refuse an element within what is no machine’s', async () => {
    const { act, plant, operation, patch, rev } = await studied(engine);
    await act('review');
    await act('return');
    await act('review');
    await act('approve');
    const verbs = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select('verb').where('entity_id', '=', operation.id).orderBy('id').execute(),
    );
    expect(verbs.map(({ verb }) => verb).sort()).toEqual(
      ['operations.create', 'operations.review', 'operations.return', 'operations.review', 'operations.approve'].sort(),
    );
    const plain = { occurrences: 1, cycles: 1, machine_paced: false, within: null, break_point: null, shares: null };
    const elements = [
      { ...plain, activity_id: A.packing },
      { ...plain, activity_id: A.walking, within: A.packing },
    ];
    expect(await patch(`/operations/${operation.id}`, { rev: await rev(), elements })).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'elements.1.within' }],
    });
  });
});

describe('the hash of a study', () => {
  it('is the same in whatever order taps and exclusions came, and another one for any of them', () => {
    const parameters: StandardParameters = {
      ...{ unit: 'ks', pieces_per_cycle: 1, setup_s: 0, batch: 1, shift_h: 7.5, elements: [] },
      allowances: { set_id: 's', name: 'S', version: 1, to_confirm: true, basis: 'job', shares: SHARES },
    };
    const tap = tablet();
    const states = Array.from({ length: 12 }, (_, at) => tap('switch', at * 2, { activity: at % 2 ? A.walking : A.packing }));
    const excludes = states.slice(0, 5).map(({ id }) => tap('exclude', 30, { target: id, text: 'vyrušen' }));
    const all: Tap[] = [...states, tap('stop', 24), ...excludes];
    const face = {
      short: null,
      icon: null,
      color: 1,
      kind: 'state' as const,
      loss: false,
      element: true,
      ends_cycle: false,
      categories: {},
    };
    const activities = [A.packing, A.walking].map((id) => ({ ...face, id, name: id }));
    const measured = (taps: readonly Tap[]) => [
      { id: 'm', name: 'M', day: '2026-03-02', screen_id: 'x', screen_version: 1, lanes: [{ id: 'worker' }], activities, taps },
    ];
    const first = studyOf('o', parameters, measured(all));
    expect(first.card!.elements.map(({ excluded }) => excluded)).toEqual([3, 2]);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(all.length - 1), (taps, gone) => {
        expect(studyOf('o', parameters, measured(taps))).toEqual(first);
        expect(hashOfStudy('o', parameters, measured(taps.filter((_, at) => at !== gone)))).not.toBe(first.hash);
      }),
    );
  });
});
