import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createTypeRetention, type RetentionTrial, type TypeRetentionStore } from '../../lib/client/sensor-types/type-retention.store.ts';
import type { TypeKeep, TypeRetention } from '../../lib/contract/type-retention.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

await ready('type-retention', 'forms', 'organizations');

const SERIES = ['readings', 'fives', 'hours'] as const;
type Series = (typeof SERIES)[number];
const WAYS = ['organization', 'forever', 'days'] as const;
type Way = (typeof WAYS)[number];
type Values = Record<Series, Way> & Record<`${Series}_days`, number | null>;
const MAX_DAYS = 36_500;
/** What stands there first where somebody wants days of the type's own. */
const FIRST_DAYS = 365;
/** Until somebody who types rests, milliseconds. */
const REST_MS = 400;

const wayOf = (days: number | null): Way => (days === null ? 'organization' : days === 0 ? 'forever' : 'days');
const valuesOf = ({ readings, fives, hours }: TypeKeep): Values => ({
  readings: wayOf(readings),
  readings_days: readings || null,
  fives: wayOf(fives),
  fives_days: fives || null,
  hours: wayOf(hours),
  hours_days: hours || null,
});
const daysOf = (values: Values, series: Series): number | null =>
  values[series] === 'organization' ? null : values[series] === 'forever' ? 0 : (values[`${series}_days`] ?? FIRST_DAYS);
const keepOf = (values: Values): TypeKeep => ({
  readings: daysOf(values, 'readings'),
  fives: daysOf(values, 'fives'),
  hours: daysOf(values, 'hours'),
});

/** How long what channels of the type measured is kept; says before how much would go. */
export default function Retention({ deps, id, name, onClose }: { deps: StoreDeps; id: string; name: string; onClose: () => void }) {
  const t = useT();
  const [store] = useState(() => createTypeRetention(deps, id));
  useStarted(store);
  const state = useStore(store.$state);
  const title = t('type-retention:title', { name });
  if (state.status === 'ready') return <Keep store={store} title={title} retention={state.data} onClose={onClose} />;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <Skeleton width={280} height={18} />
      )}
    </Dialog>
  );
}

function Keep({
  store,
  title,
  retention: { keep, organization, rev },
  onClose,
}: {
  store: TypeRetentionStore;
  title: string;
  retention: TypeRetention;
  onClose: () => void;
}) {
  const t = useT();
  const form = useForm<Values>({
    initial: valuesOf(keep),
    rules: {},
    draft: `type-retention ${rev}`,
    onSubmit: async (values) => {
      await store.save(rev, keepOf(values));
      toast({ text: t('type-retention:saved') });
      onClose();
    },
  });
  const usual = { readings: organization.readings, fives: organization.rollups, hours: organization.rollups };
  const effective = (series: Series) => {
    const days = daysOf(form.values, series);
    return days === null ? (usual[series] ?? Number.POSITIVE_INFINITY) : days === 0 ? Number.POSITIVE_INFINITY : days;
  };
  const isUpsideDown = effective('fives') < effective('readings') || effective('hours') < effective('fives');
  const said = (days: number | null) =>
    days === null ? t('organizations:retention.forever_short') : t('organizations:retention.count', { count: days });
  return (
    <FormDialog title={title} form={form} submit={t('type-retention:save')} isDisabled={isUpsideDown} onClose={onClose}>
      <p className="soft">{t('type-retention:lead')}</p>
      {SERIES.map((series) => (
        <div key={series} className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <Select
            {...form.field(series)}
            label={t(`type-retention:${series}`)}
            options={WAYS.map((way) => ({
              id: way,
              text:
                way === 'organization'
                  ? t('type-retention:way.organization', { days: said(usual[series]) })
                  : t(`type-retention:way.${way}`),
            }))}
            onChange={(next) => {
              form.set(series, next as Way);
              if (next === 'days' && form.values[`${series}_days`] === null) form.set(`${series}_days`, FIRST_DAYS);
            }}
            onCommit={(next) => form.set(series, next as Way)}
          />
          {form.values[series] === 'days' ? (
            <NumberField
              {...form.typed(`${series}_days`)}
              label={t('type-retention:days')}
              unit={t('organizations:retention.days')}
              min={1}
              max={MAX_DAYS}
              decimals={0}
              required
            />
          ) : null}
        </div>
      ))}
      {isUpsideDown ? (
        <p className="note late" role="alert">
          <StatusLamp kind="late" />
          <span>{t('type-retention:upside_down')}</span>
        </p>
      ) : (
        <Preview store={store} keep={keepOf(form.values)} />
      )}
    </FormDialog>
  );
}

/** How much would be deleted, as the server counts it. */
function Preview({ store, keep }: { store: TypeRetentionStore; keep: TypeKeep }) {
  const t = useT();
  const format = useFormat();
  const [trial, setTrial] = useState<RetentionTrial | 'failed' | null>(null);
  const wanted = useMemo(() => JSON.stringify(keep), [keep]);
  useEffect(() => {
    let isWanted = true;
    setTrial(null);
    const timer = setTimeout(() => {
      store
        .tried(JSON.parse(wanted) as TypeKeep)
        .then((found) => isWanted && setTrial(found))
        .catch(() => isWanted && setTrial('failed'));
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [store, wanted]);
  if (trial === null) return <p className="soft min-h-10">{t('type-retention:counting')}</p>;
  if (trial === 'failed') return <p className="soft min-h-10">{t('type-retention:not_counted')}</p>;
  const goes = SERIES.filter((series) => trial[series] > 0);
  return (
    <div role="status" className="min-h-10 rounded-1 bg-sunken px-3 py-2 text-13">
      {goes.length === 0 ? (
        <p>{t('type-retention:nothing')}</p>
      ) : (
        <>
          <p className="med">{t('type-retention:goes')}</p>
          {goes.map((series) => (
            <p key={series}>{t(`type-retention:count.${series}`, { count: trial[series], n: format.number(trial[series]) })}</p>
          ))}
          <p className="soft">{t('type-retention:final')}</p>
        </>
      )}
    </div>
  );
}
