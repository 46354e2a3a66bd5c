import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createTypeCatalogue, createTypeChoice } from '../../lib/client/logger-types/logger-types.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Select } from '../ui/form/Select.tsx';
import type { FieldProblem } from '../ui/form/sentence.ts';
import { useStarted } from '../ui/useStarted.ts';

/** A type of the organisation, or one that comes with the product and is copied when the logger is made. */
export interface ChosenType {
  logger_type_id: string | null;
  built_in_type: string | null;
}

const BUILT_IN = 'built-in ';

/** Which type a new logger is of; `interval` is the time between messages that the type says. */
export function TypeChoice({
  deps,
  canMakeTypes,
  value: { logger_type_id, built_in_type },
  error,
  onChange,
}: {
  deps: StoreDeps;
  /** May the person copy a type into the organisation? */
  canMakeTypes: boolean;
  value: ChosenType;
  error: FieldProblem | null;
  onChange: (chosen: ChosenType, interval: number | null) => void;
}) {
  const t = useT();
  const [[choice, catalogue]] = useState(() => [createTypeChoice(deps), createTypeCatalogue(deps)] as const);
  useStarted(choice);
  useStarted(catalogue);
  const [found, known] = [useStore(choice.$state), useStore(catalogue.$state)];
  const types = found.status === 'ready' ? found.data.filter(({ version, archived_at }) => version !== null && archived_at === null) : [];
  // What has an unchanged copy is among the organisation's own.
  const builtIn = known.status === 'ready' ? known.data.filter(({ copy_id }) => copy_id === null) : [];
  const offered = canMakeTypes ? builtIn : [];
  const choose = (id: string) => {
    const key = id.startsWith(BUILT_IN) ? id.slice(BUILT_IN.length) : null;
    const own = types.find((one) => one.id === id);
    const interval =
      key === null ? (own?.sending_interval_s ?? own?.sampling_interval_s) : builtIn.find((one) => one.key === key)?.sending_interval_s;
    onChange({ logger_type_id: own?.id ?? null, built_in_type: key }, interval ?? null);
  };
  return (
    <Select
      name="logger_type_id"
      error={error}
      value={built_in_type === null ? (logger_type_id ?? '') : `${BUILT_IN}${built_in_type}`}
      onChange={choose}
      label={t('dataloggers:new.type')}
      hint={t(builtIn.length > 0 && !canMakeTypes ? 'dataloggers:new.type_no_right' : 'dataloggers:new.type_hint')}
      options={[
        { id: '', text: t('dataloggers:new.other_device') },
        ...types.map((one) => ({ id: one.id, text: one.name, ...(offered.length > 0 ? { group: t('dataloggers:new.own_types') } : {}) })),
        ...offered.map(({ key, name }) => ({ id: `${BUILT_IN}${key}`, text: name, group: t('dataloggers:new.built_in_types') })),
      ]}
    />
  );
}
