import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import type { Locale } from '../../lib/constants.ts';
import type { DeviceIdentity } from '../../lib/contract/device-identities.ts';
import { href } from '../../lib/i18n/href.ts';
import type { T } from '../../lib/i18n/index.ts';
import { toast } from '../ui/toasts.ts';

/** Says what became of what waited, with the way to the logger. */
export function toldAssigned(t: T, locale: Locale, { datalogger_id, datalogger_name, waiting }: DeviceIdentity): void {
  if (datalogger_id === null) return;
  toast({
    kind: waiting > 0 ? 'late' : 'ok',
    text: t(waiting > 0 ? 'device-identities:assigned_partly' : 'device-identities:assigned', { name: datalogger_name ?? '' }),
    action: { text: t('device-identities:open'), run: () => navigateTo(href('/dlog/dataloggers/{id}', { id: datalogger_id }, locale)) },
  });
}
