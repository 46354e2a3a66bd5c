import { expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { Usage } from '../../contract/organizations.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { createFreeSpace, type Free } from '../kernel/free-space.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeMembership, makeUser, TEST_NOW, testClock } from '../testing/testing.ts';
import { diskFullJob } from './disk-full.ts';

const MB = 1_000_000;

it.each(ENGINES)(
  'with too little room nothing of loggers is taken in, owners are told once, and it ends by itself, on %s',
  async (engine) => {
    const { db } = await freshDatabase(engine, testClock());
    let free: Free = { disk: 600 * MB, inside: 0 };
    const plant = await testPlant(engine, { deps: { db, space: createFreeSpace(async () => free) } });
    const { deps } = plant;
    const viewer = await makeUser(deps);
    await makeMembership(deps, plant.organization, viewer, 'member');
    const look = () => diskFullJob.run(deps);
    const since = async () => (await plant.get<Usage>('/usage')).disk_full_since;
    await look();
    expect((await plant.post({ t: 1 })).status).toBe(200);
    expect([await since(), deps.mail.sent]).toEqual([null, []]);

    free = { disk: 500 * MB, inside: 0 };
    await look();
    const refused = await plant.post({ t: 2 });
    expect([refused.status, refused.headers.get('retry-after'), ((await refused.json()) as Problem).code]).toEqual([
      507,
      '60',
      'storage_full',
    ]);
    expect(await since()).toBe(formatInstant(TEST_NOW));
    expect(deps.mail.sent.map(({ to, template }) => [to, template])).toEqual([[plant.owner.email, 'disk_full']]);
    // Told already: by the next look, and by a process that starts meanwhile.
    await look();
    await diskFullJob.run({ ...deps, space: createFreeSpace(async () => free) });
    expect(deps.mail.sent).toHaveLength(1);

    // A little more isn't enough, room inside the database is; but not on a disk that is full to the brim.
    free = { disk: 520 * MB, inside: 0 };
    await look();
    expect((await plant.post({ t: 3 })).status).toBe(507);
    free = { disk: 10 * MB, inside: 2_000 * MB };
    await look();
    expect((await plant.post({ t: 3 })).status).toBe(507);
    free = { disk: 500 * MB, inside: 100 * MB };
    await look();
    expect((await plant.post({ t: 4 })).status).toBe(200);
    expect(await since()).toBeNull();

    free = { disk: 1 * MB, inside: 0 };
    await look();
    expect(deps.mail.sent).toHaveLength(2);
  },
);

it.each(ENGINES)('what is free is asked of the disk itself where the database is a file there, on %s', async (engine) => {
  const { deps } = await testPlant(engine);
  const space = createFreeSpace();
  deps.config.minFreeMb = 999_999_999;
  await space.look(deps);
  expect(space.fullSince !== null).toBe(engine === 'sqlite');
  deps.config.minFreeMb = 0;
  await space.look(deps);
  expect(space.fullSince).toBeNull();
});
