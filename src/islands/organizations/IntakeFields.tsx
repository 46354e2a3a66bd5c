import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createUsage } from '../../lib/client/organizations/usage.store.ts';
import { FILES_UNDO_DAYS } from '../../lib/constants.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { DaysField } from './KeepField.tsx';

/** How much loggers may bring, with what they brought today, and what files take of what they may. */
export function IntakeFields({ deps, megabytes, readings }: { deps: StoreDeps; megabytes: DaysField; readings: DaysField }) {
  const t = useT();
  const format = useFormat();
  const store = useMemo(() => createUsage(deps), [deps]);
  useStarted(store);
  const usage = useStore(store.$value);
  // As they are typed: the bytes used are told in units of 1,024.
  const megabytesOf = (count: number) => `${format.number(count)}\u00a0MB`;
  const used = usage && format.bytes(usage.bytes);
  return (
    <>
      <section className="stack">
        <h2 className="h2">{t('organizations:intake.title')}</h2>
        <p className="note" role="status">
          {usage === null || used === null
            ? '\u00a0'
            : usage.allowed_mb === null
              ? t('organizations:intake.used', { used })
              : t('organizations:intake.used_of', { used, allowed: megabytesOf(usage.allowed_mb) })}{' '}
          {usage?.bound_mb ? t('organizations:intake.bound', { bound: megabytesOf(usage.bound_mb) }) : null}
        </p>
        <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <NumberField
            {...megabytes}
            label={t('organizations:intake.ingest_mb_per_day')}
            hint={t('organizations:intake.mb_hint')}
            unit="MB"
            min={1}
            max={usage?.bound_mb ?? 999_999_999}
            decimals={0}
          />
          <NumberField
            {...readings}
            label={t('organizations:intake.ingest_quota_per_minute')}
            hint={t('organizations:intake.quota_hint')}
            min={1}
            max={999_999_999}
            decimals={0}
          />
        </div>
      </section>
      <section className="stack">
        <h2 className="h2">{t('organizations:storage.title')}</h2>
        <p className="note">
          {usage === null
            ? '\u00a0'
            : usage.files_bound_mb === null
              ? t('organizations:storage.used', { used: format.bytes(usage.files_bytes) })
              : t('organizations:storage.used_of', {
                  used: format.bytes(usage.files_bytes),
                  allowed: megabytesOf(usage.files_bound_mb),
                })}{' '}
          {t('organizations:storage.removed', { count: FILES_UNDO_DAYS })}
        </p>
      </section>
    </>
  );
}
