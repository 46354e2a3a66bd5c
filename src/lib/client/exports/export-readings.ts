import { beginReadingsExport, countExported, exportReadings, type ReadingsExport } from '../../contract/exports.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { uuidv7 } from '../kernel/uuid.ts';

/**
 * Has readings written into a file: the address from which the browser gets it at once, or null where they are so many that a task began.
 * @throws ApiError
 */
export async function fileOf(
  { call, organization }: Pick<StoreDeps, 'call' | 'organization'>,
  asked: ReadingsExport,
): Promise<string | null> {
  const params = { organization_id: organization };
  const { channels, from, to, ...ways } = asked;
  const which = { channels: channels.join(), ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const { at_once } = await call(countExported, { params, query: which });
  if (at_once) {
    const query = Object.entries({ ...which, ...ways }).filter(([, value]) => value !== undefined) as [string, string][];
    return `${exportReadings.path.replace(':organization_id', organization)}?${new URLSearchParams(query)}`;
  }
  await call(beginReadingsExport, { params, body: { id: uuidv7(), ...asked } });
  return null;
}
