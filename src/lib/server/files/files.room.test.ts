import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { FILES_UNDO_DAYS } from '../../constants.ts';
import type { Problem } from '../../contract/errors.ts';
import type { StoredFile } from '../../contract/files.ts';
import type { Machine } from '../../contract/machines.ts';
import type { Usage } from '../../contract/organizations.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { parseConfig } from '../kernel/config.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, makeMachine, testLocation } from '../testing/testing.ts';
import { forgetFiles } from './files.jobs.ts';
import { png } from './testing.ts';

// Pictures are drawn in processes of their own, which take their time beside everything else.
vi.setConfig({ testTimeout: 60_000 });

const DAY_US = 86_400e6;
const UNDO_US = FILES_UNDO_DAYS * DAY_US;
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
/** A text of so many bytes. */
const text = (bytes: number, letter = 'a') => Buffer.alloc(bytes, letter);

describe.each(ENGINES)('room for files on %s', (engine) => {
  async function setUp() {
    const { dataDir } = await testLocation('sqlite');
    const plant = await testPlant(engine, { deps: { config: parseConfig({ HOST: '127.0.0.1', DATA_DIR: dataDir, FILES_MB: '1' }) } });
    const machine = await makeMachine(plant.deps, plant.workspace);
    let as = plant.headers;
    const upload = (bytes: Uint8Array, machineId = machine.id) =>
      plant.app.request(`${plant.root}/files?entity=machines&entity_id=${machineId}&name=a.txt`, {
        method: 'POST',
        headers: { ...as },
        body: bytes as BodyInit,
      });
    const stored = async (bytes: Uint8Array) => {
      const answer = await upload(bytes);
      if (answer.status !== 201) throw new Error(await codeOf(answer));
      return (await answer.json()) as StoredFile;
    };
    const archive = async ({ id, rev }: StoredFile, archived = true) => {
      const answer = await plant.send('PATCH', `/files/${id}`, { rev, archived }, as);
      if (answer.status !== 200) throw new Error(await codeOf(answer));
      return (await answer.json()) as StoredFile;
    };
    const read = async <T>(path: string) => (await (await plant.app.request(plant.root + path, { headers: as })).json()) as T;
    return {
      ...plant,
      plant,
      machine,
      upload,
      stored,
      archive,
      read,
      status: async (id: string) => (await plant.app.request(`${plant.root}/files/${id}/content`, { headers: as })).status,
      rows: () =>
        plant.deps.db.read(plant.organization.id, (db) =>
          db.selectFrom('files').select('id').where('organization_id', '=', plant.organization.id).orderBy('id').execute(),
        ),
      onDisk: () => globSync('**/*', { cwd: join(dataDir, 'files'), withFileTypes: true }).filter((one) => one.isFile()),
      /** Lets time go by, after which the owner signs in anew. */
      later: async (us: number) => {
        plant.deps.clock.advance(us);
        as = bearer(await signedIn(plant.deps, plant.owner));
      },
    };
  }

  it('an upload beyond what the files of an organisation may take is refused, leaves nothing behind, and bothers no other one', async () => {
    const [own, other] = await Promise.all([setUp(), setUp()]);
    await own.stored(text(600_000));
    expect(await codeOf(await own.upload(text(400_001)))).toBe('413 files_over_quota');
    expect(own.onDisk()).toHaveLength(1);
    expect(await own.read<Usage>('/usage')).toMatchObject({ files_bytes: 600_000, files_bound_mb: 1 });
    await own.stored(text(400_000));
    // Not even read: nothing fits any more.
    expect(await codeOf(await own.upload(text(1)))).toBe('413 files_over_quota');
    expect((await other.upload(text(600_000))).status).toBe(201);
  });

  it('uploads at once, for different machines, do not get past the bound together', async () => {
    const { plant, deps, machine, upload, read } = await setUp();
    const second = await makeMachine(deps, plant.workspace);
    const answers = await Promise.all(
      [machine.id, second.id, machine.id, second.id].map((id, at) => upload(text(400_000, 'abcd'[at]), id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413]);
    expect((await read<Usage>('/usage')).files_bytes).toBe(800_000);
  });

  it('a file that was taken away takes room until it can not be brought back any more; then its bytes go too', async () => {
    const { deps, plant, machine, stored, archive, upload, read, rows, onDisk, later, status } = await setUp();
    const photo = await stored(await png(400, 300));
    await plant.send('PATCH', `/machines/${machine.id}`, { rev: 1, photo_file_id: photo.id });
    const manual = await archive(await stored(text(500_000)));
    await archive(photo);
    expect(onDisk()).toHaveLength(4);
    await later(UNDO_US - 1e6);
    await forgetFiles(deps);
    expect([onDisk().length, (await rows()).length]).toEqual([4, 2]);
    expect(await codeOf(await upload(text(500_000)))).toBe('413 files_over_quota');
    const back = await archive(manual, false);
    await later(2e6);
    await forgetFiles(deps);
    expect([onDisk().length, (await rows()).map(({ id }) => id)]).toEqual([1, [back.id]]);
    expect((await read<Machine>(`/machines/${machine.id}`)).photo_file_id).toBe(null);
    expect(await status(back.id)).toBe(200);
    await archive(back);
    await later(UNDO_US + 1e6);
    await forgetFiles(deps);
    expect([onDisk(), await rows()]).toEqual([[], []]);
    expect((await read<Usage>('/usage')).files_bytes).toBe(0);
    expect((await upload(text(900_000))).status).toBe(201);
  });

  it('bytes that another file still has stay, and so do those that come again while the old ones are deleted', async () => {
    const { deps, stored, archive, upload, onDisk, later, status } = await setUp();
    const [first, second] = [await stored(text(1_000)), await stored(text(1_000))];
    await archive(first);
    await later(UNDO_US + 1e6);
    await forgetFiles(deps);
    expect([onDisk().length, await status(first.id), await status(second.id)]).toEqual([1, 404, 200]);
    await archive(second);
    await later(UNDO_US + 1e6);
    const [, again] = await Promise.all([forgetFiles(deps), upload(text(1_000))]);
    expect(await status(((await again.json()) as StoredFile).id)).toBe(200);
    expect(onDisk()).toHaveLength(1);
  });
});
