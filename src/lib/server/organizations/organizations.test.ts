import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { Organization, Usage } from '../../contract/organizations.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeMembership, makeOrganization, makeUser, TEST_NOW } from '../testing/testing.ts';

interface List {
  items: { id: string; name: string; slug: string }[];
  next_cursor: string | null;
  total?: number;
}
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const fieldsOf = async (answer: Response) => ((await answer.json()) as Problem).errors?.map(({ path, code }) => `${path} ${code}`);
const change = (plant: TestPlant, body: object, as?: Record<string, string>) => plant.send('PATCH', '', body, as);
const list = async (plant: TestPlant, query = '', headers = plant.headers) =>
  (await (await plant.app.request(`/v1/orgs${query}`, { headers })).json()) as List;

describe.each(ENGINES)('the organisation on %s', (engine) => {
  it('is read by everybody who belongs to it, and by nobody else', async () => {
    const plant = await testPlant(engine, { organization: { name: 'Kovárna', time_zone: 'Europe/Prague' } });
    const expected: Organization = {
      id: plant.organization.id,
      name: 'Kovárna',
      slug: plant.organization.slug,
      logo: null,
      locale: 'cs',
      time_zone: 'Europe/Prague',
      first_day: 1,
      duration_format: 'hms',
      currency: 'CZK',
      keep_received_days: null,
      keep_readings_days: null,
      keep_rollups_days: null,
      ingest_quota_per_minute: null,
      ingest_mb_per_day: null,
      pseudonymous_workers: true,
      four_eyes: true,
      consent_text: null,
      rev: 1,
      created_at: formatInstant(TEST_NOW),
      updated_at: formatInstant(TEST_NOW),
    };
    expect(await plant.get('')).toEqual(expected);
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect((await plant.app.request(plant.root, { headers: viewer })).status).toBe(200);
    const stranger = await testPlant(engine);
    expect(await codeOf(await plant.app.request(plant.root, { headers: stranger.headers }))).toBe('404 not_found');
    expect(await codeOf(await change(plant, { rev: 1, name: 'Cizí' }, stranger.headers))).toBe('404 not_found');
  });

  it('is changed by whoever manages it whole: a manager of one workspace is refused', async () => {
    const plant = await testPlant(engine);
    plant.deps.clock.advance(5_000_000);
    const answer = await change(plant, {
      rev: 1,
      name: ' Kovárna Brno ',
      locale: 'sk',
      time_zone: 'Europe/Bratislava',
      first_day: 7,
      duration_format: 'hundredths',
      currency: 'EUR',
      pseudonymous_workers: false,
      keep_received_days: 30,
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      name: 'Kovárna Brno',
      locale: 'sk',
      first_day: 7,
      duration_format: 'hundredths',
      currency: 'EUR',
      pseudonymous_workers: false,
      keep_received_days: 30,
      rev: 2,
      updated_at: formatInstant(TEST_NOW + 5_000_000),
    });
    expect(plant.deps.bus.published.at(-1)?.event).toEqual({
      name: 'changed',
      data: { entity: 'organizations', id: plant.organization.id, workspace_id: null },
    });
    for (const [role, workspace] of [
      ['manager', plant.workspace.id],
      ['viewer', plant.workspace.id],
      ['auditor', null],
      ['member', null],
    ] as const)
      expect(await codeOf(await change(plant, { rev: 2, name: 'x' }, await plant.member(role, workspace)))).toBe('403 forbidden');
    expect((await change(plant, { rev: 2, name: 'Kovárna' }, await plant.member('admin'))).status).toBe(200);
  });

  it('says what it is now to whoever changes an older version, and changes nothing for the same values', async () => {
    const plant = await testPlant(engine);
    await change(plant, { rev: 1, name: 'První' });
    const stale = await change(plant, { rev: 1, name: 'Druhá' });
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'stale_rev', current: { name: 'První', rev: 2 } }]);
    const published = plant.deps.bus.published.length;
    expect(await (await change(plant, { rev: 2, name: 'První', pseudonymous_workers: true })).json()).toMatchObject({ rev: 2 });
    expect(plant.deps.bus.published).toHaveLength(published);
  });

  it('has a short name of its own', async () => {
    const plant = await testPlant(engine);
    const other = await makeOrganization(plant.deps);
    expect(await codeOf(await change(plant, { rev: 1, slug: other.slug }))).toBe('409 slug_taken');
    const slug = `dilna-${plant.organization.id.slice(-6)}`;
    expect(await (await change(plant, { rev: 1, slug })).json()).toMatchObject({ slug, rev: 2 });
    for (const bad of ['Velká', 'a b', '-a', 'a-', 'a--b', '', 'x'.repeat(49)])
      expect((await change(plant, { rev: 2, slug: bad })).status).toBe(422);
  });

  it('refuses zones that nobody knows, days of the week and currencies that there are not', async () => {
    const plant = await testPlant(engine);
    for (const [body, field] of [
      [{ time_zone: 'Europe/Praha' }, 'time_zone'],
      [{ time_zone: '+02:00' }, 'time_zone'],
      [{ first_day: 8 }, 'first_day'],
      [{ currency: 'koruny' }, 'currency'],
      [{ keep_readings_days: 0 }, 'keep_readings_days'],
      [{ name: '  ' }, 'name'],
    ] as const) {
      const answer = await change(plant, { rev: 1, ...body });
      expect([answer.status, (await fieldsOf(answer))?.[0]?.split(' ')[0]]).toEqual([422, field]);
    }
  });

  it('keeps rollups at least as long as the readings that they stand for', async () => {
    const plant = await testPlant(engine);
    for (const body of [
      { keep_rollups_days: 30 },
      { keep_readings_days: 31, keep_rollups_days: 30 },
      { keep_readings_days: null, keep_rollups_days: 30 },
    ])
      expect(await fieldsOf(await change(plant, { rev: 1, ...body }))).toEqual(['keep_rollups_days too_small']);
    expect((await change(plant, { rev: 1, keep_readings_days: 30, keep_rollups_days: 30 })).status).toBe(200);
    // What was right together is looked at together, also when only one of both is changed.
    expect(await fieldsOf(await change(plant, { rev: 2, keep_readings_days: 60 }))).toEqual(['keep_rollups_days too_small']);
    expect((await change(plant, { rev: 2, keep_readings_days: null, keep_rollups_days: null })).status).toBe(200);
  });
});

describe.each(ENGINES)('the organisations to choose from on %s', (engine) => {
  it('are those that the person belongs to, by name, page by page', async () => {
    const plant = await testPlant(engine, { organization: { name: 'Beta' } });
    const add = async (name: string, over: Parameters<typeof makeOrganization>[1] = {}) => {
      const organization = await makeOrganization(plant.deps, { name, ...over });
      await makeMembership(plant.deps, organization, plant.owner, 'member');
      return organization;
    };
    await add('Gama');
    await add('Alfa');
    await add('Zrušená', { archived_at: TEST_NOW });
    await makeOrganization(plant.deps, { name: 'Cizí' });
    const left = await makeOrganization(plant.deps, { name: 'Bývalá' });
    await makeMembership(plant.deps, left, plant.owner, 'owner', { archived_at: TEST_NOW });
    const names = ({ items }: List) => items.map(({ name }) => name);
    expect(names(await list(plant))).toEqual(['Alfa', 'Beta', 'Gama']);
    expect(names(await list(plant, '?sort=-name'))).toEqual(['Gama', 'Beta', 'Alfa']);
    expect(await list(plant, '?q=bet&count=1')).toEqual({
      items: [{ id: plant.organization.id, name: 'Beta', slug: plant.organization.slug }],
      next_cursor: null,
      total: 1,
    });
    const first = await list(plant, '?limit=2');
    expect(names(first)).toEqual(['Alfa', 'Beta']);
    expect(names(await list(plant, `?limit=2&cursor=${first.next_cursor}`))).toEqual(['Gama']);
    for (const query of ['?sort=slug', '?cursor=x', '?limit=0'])
      expect((await plant.app.request(`/v1/orgs${query}`, { headers: plant.headers })).status).toBe(422);
  });

  it('are all of them for those who see all organisations', async () => {
    const plant = await testPlant(engine);
    const name = `Hledaná ${plant.organization.id}`;
    const other = await makeOrganization(plant.deps, { name });
    const everywhere = bearer(await signedIn(plant.deps, await makeUser(plant.deps, { access_all_orgs: 1 })));
    const query = `?q=${encodeURIComponent(name)}`;
    expect((await list(plant, query, everywhere)).items.map(({ id }) => id)).toEqual([other.id]);
    expect((await list(plant, query)).items).toEqual([]);
  });

  it('are none for those who belong nowhere, and unknown to those who are not signed in', async () => {
    const plant = await testPlant(engine);
    const nobody = bearer(await signedIn(plant.deps, await makeUser(plant.deps)));
    expect(await list(plant, '', nobody)).toEqual({ items: [], next_cursor: null });
    expect(await codeOf(await plant.app.request('/v1/orgs'))).toBe('401 unauthenticated');
  });

  it('says what its loggers brought today, and takes no limit above that of the installation', async () => {
    const plant = await testPlant(engine);
    plant.deps.config.ingestMbPerDay = 100;
    const usage = () => plant.get<Usage>('/usage');
    await plant.post({ t: 1 });
    plant.deps.config.filesMb = 50;
    const { bytes, ...rest } = await usage();
    expect(bytes).toBeGreaterThan(100);
    expect(rest).toEqual({ day: '2026-03-02', allowed_mb: 100, bound_mb: 100, files_bytes: 0, files_bound_mb: 50, disk_full_since: null });
    expect(await (await change(plant, { rev: 1, ingest_mb_per_day: 101 })).json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'ingest_mb_per_day', code: 'too_big', params: { maximum: 100 } }],
    });
    const changed = await change(plant, { rev: 1, ingest_mb_per_day: 20, ingest_quota_per_minute: 600 });
    expect(await changed.json()).toMatchObject({ ingest_mb_per_day: 20, ingest_quota_per_minute: 600 });
    expect(await usage()).toMatchObject({ allowed_mb: 20, bound_mb: 100 });
    const viewer = await plant.member('manager', plant.workspace.id);
    expect((await plant.send('PATCH', '', { rev: 2, ingest_mb_per_day: 30 }, viewer)).status).toBe(403);
  });
});
