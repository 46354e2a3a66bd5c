import { type DataloggersQuery, dataloggersRequest } from '../../lib/client/dataloggers/dataloggers.store.ts';
import type { Locale } from '../../lib/constants.ts';
import { exportDataloggers } from '../../lib/contract/logger-imports.ts';
import type { T } from '../../lib/i18n/index.ts';
import { download } from '../take/download.ts';

/** The loggers that a list shows, with all that an import reads. */
export function saveList(t: T, organization: string, query: DataloggersQuery, locale: Locale): Promise<void> {
  const { sort, group, ...asked } = dataloggersRequest(query);
  const path = exportDataloggers.path.replace(':organization_id', organization);
  return download(t, `${path}?${new URLSearchParams({ ...asked, locale })}`);
}
