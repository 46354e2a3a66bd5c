import { listDataDays } from '../../contract/readings.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** How much of each day a logger measured something, 0–1; both days belong to what is asked. @throws what the API throws */
export async function readDataDays(
  { call, organization }: Pick<StoreDeps, 'call' | 'organization'>,
  datalogger: string,
  from: string,
  to: string,
): Promise<Readonly<Record<string, number>>> {
  const { items } = await call(listDataDays, { params: { organization_id: organization, id: datalogger }, query: { from, to } });
  return Object.fromEntries(items.map(({ day, hours, of }) => [day, Math.min(1, hours / of)]));
}
