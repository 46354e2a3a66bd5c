import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { createTask, type ReceivedDataExport } from '../../lib/contract/tasks.ts';

/** Begins to write all messages of a filter into a CSV file. @throws ApiError */
export async function beginExport({ call, organization }: StoreDeps, params: ReceivedDataExport): Promise<void> {
  await call(createTask, { params: { organization_id: organization }, body: { id: uuidv7(), kind: 'received-data.export', params } });
}
