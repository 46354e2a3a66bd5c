import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { createDataloggerChoices } from '../../lib/client/dataloggers/datalogger-names.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { finder } from '../../lib/domain/text/folded.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Choice, ChoiceList } from '../machine-choice/ChoiceList.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { ChannelActs } from './channel-acts.ts';

/** More of them nobody reads; the search finds the others. */
const SHOWN = 50;

/** Which logger brings the channels from now on. */
export default function MoveChannels({
  deps,
  rows,
  onMove,
  onClose,
}: {
  deps: StoreDeps;
  rows: readonly Channel[];
  onMove: ChannelActs['moveTo'];
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const [q, setQ] = useState('');
  const names = useMemo(() => createDataloggerChoices(deps, null, { archived: false }), [deps]);
  useStarted(names);
  const named = useStore(names.$state);
  const finds = finder(q);
  const found = (named.status === 'ready' ? named.data : []).filter(({ id, name }) => id !== rows[0]?.datalogger_id && finds(name));
  return (
    <Dialog title={t('channel-life:move_to.title')} isOpen onClose={onClose} size="sm">
      <div className="grid min-w-0 gap-2">
        <p className="soft">{t('channel-life:move_to.text')}</p>
        <SearchField kind="search" label={t('channel-life:move_to.search')} value={q} onChange={setQ} />
        <ChoiceList label={t('channel-life:move_to.title')}>
          {found.slice(0, SHOWN).map((logger) => (
            <Choice
              key={logger.id}
              onClick={() => {
                onClose();
                onMove(rows, logger);
              }}
            >
              {logger.name}
            </Choice>
          ))}
        </ChoiceList>
        {found.length > SHOWN ? <p className="muted">{t('channel-life:move_to.more', { n: format.number(SHOWN) })}</p> : null}
        {named.status === 'loading' ? <div className="min-h-20" aria-busy="true" /> : null}
        {named.status === 'error' ? <ErrorState error={named.code} onRetry={() => void names.load()} /> : null}
        {named.status === 'ready' && found.length === 0 ? <p className="soft">{t('channel-life:move_to.none')}</p> : null}
      </div>
    </Dialog>
  );
}
