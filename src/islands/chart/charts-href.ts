import type { Locale } from '../../lib/constants.ts';
import { MOST_CHARTED } from '../../lib/contract/channels.ts';
import { href } from '../../lib/i18n/href.ts';

/** The way to a chart of loggers, or of a machine. */
export const chartsHref = (of: { logger: readonly string[] } | { machine: string }, locale: Locale): string =>
  `${href('/dlog/charts', null, locale)}?${'machine' in of ? `machine=${of.machine}` : `logger=${of.logger.slice(0, MOST_CHARTED).join('.')}`}`;
