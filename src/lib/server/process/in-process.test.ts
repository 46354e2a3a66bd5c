import { describe, expect, it } from 'vitest';
import { createApi } from '../../client/kernel/api.ts';
import { listDataloggers } from '../../contract/dataloggers.ts';
import { bearerOf } from '../kernel/authenticate.ts';
import { testPlant } from '../testing/plant.ts';
import { inProcess } from './in-process.ts';

describe('what a page asks inside the process', () => {
  it('reads the rights once, and the next page reads them anew', async () => {
    const plant = await testPlant('sqlite');
    const token = bearerOf(new Headers(plant.headers).get('authorization'));
    const page = () => createApi({ request: inProcess(plant.app, token) });
    const asked = { params: { organization_id: plant.organization.id } };
    const first = page();
    expect((await first.call(listDataloggers, asked)).items).toHaveLength(1);
    await plant.deps.db.write(null, (db) => db.updateTable('sessions').set({ revoked_at: 1 }).execute());
    expect((await first.call(listDataloggers, asked)).items).toHaveLength(1);
    await expect(page().call(listDataloggers, asked)).rejects.toMatchObject({ code: 'session_revoked' });
  });
});
