import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createSensorTypes, filterSensorTypes, mergeTypes } from '../../lib/client/sensor-types/sensor-types.store.ts';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Choice, ChoiceList } from '../machine-choice/ChoiceList.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { isNumeric, symbolOf } from './type-values.ts';

/** Types that its channels may be of: what they have stored means the same. */
const fits = (type: SensorType, other: SensorType): boolean =>
  other.id !== type.id &&
  other.archived_at === null &&
  other.quantity === type.quantity &&
  other.unit === type.unit &&
  (isNumeric(type.kind) ? isNumeric(other.kind) : other.kind === type.kind);

/** Gives the channels of a type to another one, after showing what that changes. */
export default function MergeType({ deps, row, onClose }: { deps: StoreDeps; row: SensorType; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const [q, setQ] = useState('');
  const [into, setInto] = useState<SensorType | null>(null);
  const [busy, setBusy] = useState(false);
  const store = useMemo(() => createSensorTypes(deps), [deps]);
  useStarted(store);
  const state = useStore(store.$state);
  const all = state.status === 'ready' ? state.rows.filter((other) => fits(row, other)) : [];
  const found = filterSensorTypes(all, { q, quantity: null, archived: false });
  const refuse = (error: unknown) => toast({ kind: 'alarm', text: `${row.names[locale]}: ${t(`errors:${failureOf(error).code}`)}` });
  const merge = async (target: SensorType) => {
    setBusy(true);
    try {
      const back = await mergeTypes(deps, row, target.id);
      onClose();
      toast({
        text: t('sensor-types:merge.done', { name: row.names[locale], into: target.names[locale] }),
        ...(back ? { action: { text: t('sensor-types:undo'), run: () => void back().catch(refuse) } } : {}),
      });
    } catch (error) {
      refuse(error);
      setBusy(false);
    }
  };
  const decimals = ({ decimals }: SensorType) => (decimals === null ? '–' : format.number(decimals));
  const differing = (target: SensorType) =>
    [
      [t('sensor-types:field.display_unit'), symbolOf(row.quantity, row.display_unit), symbolOf(target.quantity, target.display_unit)],
      [t('sensor-types:field.decimals'), decimals(row), decimals(target)],
      [t('sensor-types:field.mean'), t(`sensor-types:mean.${row.mean}`), t(`sensor-types:mean.${target.mean}`)],
    ].filter(([, before, after]) => before !== after);
  return (
    <Dialog
      title={t('sensor-types:merge.title', { name: row.names[locale] })}
      isOpen
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('ui:cancel')}</Button>
          <Button variant="primary" isDisabled={into === null} isPending={busy} onPress={() => into && void merge(into)}>
            {t('sensor-types:merge.submit')}
          </Button>
        </>
      }
    >
      <div className="grid min-w-0 gap-2">
        <p className="soft">{t('sensor-types:merge.text')}</p>
        {all.length > 8 ? <SearchField kind="search" label={t('sensor-types:filter.q')} value={q} onChange={setQ} /> : null}
        <ChoiceList label={t('sensor-types:merge.into')}>
          {found.map((other) => (
            <Choice key={other.id} aria-pressed={into?.id === other.id} onClick={() => setInto(other)}>
              <span className="med">{other.names[locale]}</span>
              <small className="muted">
                {[symbolOf(other.quantity, other.display_unit), t('sensor-types:merge.channels', { count: other.channel_count })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </Choice>
          ))}
        </ChoiceList>
        {state.status === 'ready' && found.length === 0 ? <p className="soft">{t('sensor-types:merge.none')}</p> : null}
        {into === null ? null : (
          <div className="note" role="status">
            <span className="grid min-w-0 justify-items-start gap-2">
              <span>{t('sensor-types:merge.moves', { count: row.channel_count, into: into.names[locale] })}</span>
              {differing(into).map(([name, before, after]) => (
                <span key={name}>
                  {name}: {before} → {after}
                </span>
              ))}
            </span>
          </div>
        )}
      </div>
    </Dialog>
  );
}
