import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { createDataloggerNames } from '../../lib/client/dataloggers/datalogger-names.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { RecordingsQuery } from '../../lib/client/recordings/recordings.store.ts';
import { RECORDING_PURPOSES, RECORDING_STATES } from '../../lib/contract/recordings.ts';
import { VERDICTS } from '../../lib/contract/verdicts.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { TimeFilter } from '../range/TimeFilter.tsx';
import { Chip } from '../ui/Chip.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { STATE_LAMPS, VERDICT_LAMPS } from './RecordingStatus.tsx';

/** What narrows the list. */
export function Filters({
  deps,
  query,
  onChange,
  children,
}: {
  deps: StoreDeps;
  query: RecordingsQuery;
  onChange: (change: Partial<RecordingsQuery>) => void;
  children: ReactNode;
}) {
  const t = useT();
  const [loggers] = useState(() => createDataloggerNames(deps, query.workspace));
  useStarted(loggers);
  const names = useStore(loggers.$value);
  const options = names.map(({ id, name }) => ({ id, text: name }));
  return (
    <div className="filters">
      <SearchField label={t('recordings:filter.q')} value={query.q} onChange={(q) => onChange({ q })} />
      <Chip
        name={t('recordings:filter.state')}
        all={t('recordings:filter.all_states')}
        value={query.state}
        options={RECORDING_STATES.map((id) => ({ id, text: t(`recordings:state.${id}`), lamp: STATE_LAMPS[id] }))}
        onChange={(state) => onChange({ state })}
      />
      <Chip
        name={t('recordings:filter.verdict')}
        all={t('recordings:filter.all_verdicts')}
        value={query.verdict}
        options={VERDICTS.map((id) => ({ id, text: t(`recordings:verdict.${id}`), lamp: VERDICT_LAMPS[id] }))}
        onChange={(verdict) => onChange({ verdict })}
      />
      <Chip
        name={t('recordings:filter.purpose')}
        all={t('recordings:filter.all_purposes')}
        value={query.purpose}
        options={RECORDING_PURPOSES.map((id) => ({ id, text: t(`recordings:purpose.${id}`) }))}
        onChange={(purpose) => onChange({ purpose })}
      />
      <TimeFilter value={query} onChange={onChange} />
      <Chip
        name={t('recordings:filter.logger')}
        all={t('recordings:filter.all_loggers')}
        value={query.datalogger}
        options={
          query.datalogger !== null && !options.some(({ id }) => id === query.datalogger)
            ? [{ id: query.datalogger, text: '…' }, ...options]
            : options
        }
        onChange={(datalogger) => onChange({ datalogger })}
      />
      <span className="ml-auto flex flex-none items-center gap-1.5">{children}</span>
    </div>
  );
}
