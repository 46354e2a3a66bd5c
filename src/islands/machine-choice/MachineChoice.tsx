import { useStore } from '@nanostores/react';
import { ChevronsUpDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { CHOICES, type MachineChoiceStore } from '../../lib/client/machines/machine-choice.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Choice, ChoiceList } from './ChoiceList.tsx';
import { placeOf } from './place-of.ts';

await ready('machines');

export interface MachineChoiceProps {
  store: MachineChoiceStore;
  label: string;
  /** Id of the machine; null = none. */
  value: string | null;
  /** The word for none, such as „as its logger“. */
  none?: string;
  onChange: (machine: string | null) => void;
  disabled?: boolean;
  /** Small and without its label in sight: in a cell. */
  bare?: boolean;
}

/** A machine chosen by searching: a workspace may have more of them than a list of choices can hold. */
export default function MachineChoice({ store, label, value, none, onChange, disabled = false, bare = false }: MachineChoiceProps) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  const names = useStore(store.$names);
  useEffect(() => {
    if (value !== null) store.want(value);
  }, [store, value]);
  const nothing = none ?? t('machines:choice.none');
  const text = value === null ? nothing : (names[value] ?? '…');
  const take = (machine: string | null) => {
    setOpen(false);
    if (machine !== value) onChange(machine);
  };
  return (
    <div className="field">
      {bare ? null : (
        <span className="name" id={`${id}l`}>
          {label}
        </span>
      )}
      <button
        type="button"
        id={id}
        className={`input min-w-0 cursor-pointer text-left disabled:cursor-not-allowed ${bare ? 'sm' : ''}`}
        aria-haspopup="dialog"
        aria-label={`${label}: ${text}`}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <span className={value === null ? 'value one-line flex-1 muted' : 'value one-line flex-1'}>{text}</span>
        <Icon of={ChevronsUpDown} />
      </button>
      {open ? (
        <MachineDialog
          store={store}
          title={t('machines:choice.title')}
          value={value}
          nothing={nothing}
          onTake={take}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

/** The dialog alone: for choosing one for several rows at once; `value` undefined = they have different ones. */
export function MachineDialog({
  store,
  title,
  value,
  nothing,
  onTake,
  onClose,
}: {
  store: MachineChoiceStore;
  title: string;
  value: string | null | undefined;
  nothing: string;
  onTake: (machine: string | null) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [q, setQ] = useState('');
  useEffect(() => store.search(q), [store, q]);
  const state = useStore(store.$state);
  return (
    <Dialog title={title} isOpen onClose={onClose} size="sm">
      <div className="grid min-w-0 gap-2">
        <SearchField kind="search" label={t('machines:choice.search')} value={q} onChange={setQ} />
        {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => store.search(q)} /> : null}
        {state.status === 'loading' ? <Skeleton height={30} /> : null}
        {state.status === 'ready' ? (
          <ChoiceList label={title}>
            {q.trim() === '' ? (
              <Choice aria-pressed={value === null} onClick={() => onTake(null)}>
                <span className="muted">{nothing}</span>
              </Choice>
            ) : null}
            {state.rows.map((row) => {
              const { main, under } = placeOf(row);
              return (
                <Choice key={row.id} aria-pressed={value === row.id} onClick={() => onTake(row.id)}>
                  <span className="med">{row.name}</span>
                  <small className="muted">{[row.code, under, main].filter(Boolean).join(' · ')}</small>
                </Choice>
              );
            })}
          </ChoiceList>
        ) : null}
        {state.status === 'ready' && state.rows.length === 0 ? <p className="soft">{t('machines:choice.nothing')}</p> : null}
        {state.status === 'ready' && state.more ? <p className="muted">{t('machines:choice.more', { count: CHOICES })}</p> : null}
      </div>
    </Dialog>
  );
}
