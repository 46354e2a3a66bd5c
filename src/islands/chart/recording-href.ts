import type { Locale } from '../../lib/constants.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import { href } from '../../lib/i18n/href.ts';

/** The way to a recording of channels over a time, milliseconds; `proposal.ts` of the recordings reads it. */
export const recordingHref = (channels: readonly string[], { from, to }: Span, locale: Locale): string =>
  `${href('/dlog/recordings2', null, locale)}?rec=${channels.join('.')}&start=${Math.round(from)}&end=${Math.round(to)}#new`;
