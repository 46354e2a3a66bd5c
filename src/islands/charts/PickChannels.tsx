import { useStore } from '@nanostores/react';
import { useEffect, useId, useMemo, useState } from 'react';
import { createChannelChoices } from '../../lib/client/charts/channel-choices.store.ts';
import type { ChartedStore } from '../../lib/client/charts/charted.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { CHANNEL_CHOICES, type ChannelChoice, MOST_CHARTED } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { Choice } from '../machine-choice/ChoiceList.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const NONE: readonly ChannelChoice[] = [];

/** Channels put into the chart and out of it, under the loggers that they are of; the chart behind changes with each press. */
export default function PickChannels({
  deps,
  context,
  charted,
  onClose,
}: {
  deps: StoreDeps;
  context: PageContext;
  charted: ChartedStore;
  onClose: () => void;
}) {
  const t = useT();
  const [q, setQ] = useState('');
  const [store] = useState(() => createChannelChoices(deps, context.workspace));
  useEffect(() => store.search(q), [store, q]);
  const state = useStore(store.$state);
  const shown = useStore(charted.$state);
  const chosen = shown.status === 'ready' ? shown.choices : NONE;
  const taken = new Set(chosen.map(({ channel }) => channel.id));
  const full = taken.size >= MOST_CHARTED;
  const rows = state.status === 'ready' ? state.rows : NONE;
  const groups = useMemo(() => [...Map.groupBy(rows, ({ datalogger }) => datalogger?.id ?? '').values()], [rows]);
  return (
    <Dialog title={t('charts:pick.title')} isOpen onClose={onClose} footer={<Button onPress={onClose}>{t('charts:pick.done')}</Button>}>
      <div className="grid min-w-0 gap-2">
        <SearchField kind="search" label={t('charts:pick.search')} value={q} onChange={setQ} />
        <p className="muted" role="status">
          {t(full ? 'charts:pick.full' : 'charts:pick.count', { n: taken.size, most: MOST_CHARTED })}
        </p>
        {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => store.search(q)} /> : null}
        {state.status === 'loading' ? <Skeleton height={30} /> : null}
        <div className="max-h-[min(420px,50vh)] overflow-auto">
          {groups.map((group) => (
            <Group key={group[0]!.channel.id} group={group} taken={taken} full={full} charted={charted} />
          ))}
        </div>
        {state.status === 'ready' && rows.length === 0 ? <p className="soft">{t('charts:pick.nothing')}</p> : null}
        {state.status === 'ready' && state.more ? <p className="muted">{t('charts:pick.more', { n: CHANNEL_CHOICES })}</p> : null}
      </div>
    </Dialog>
  );
}

/** Channels of one logger. */
function Group({
  group,
  taken,
  full,
  charted,
}: {
  group: readonly ChannelChoice[];
  taken: ReadonlySet<string>;
  full: boolean;
  charted: ChartedStore;
}) {
  const t = useT();
  const id = useId();
  const [{ datalogger, machine }] = group as [ChannelChoice];
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pt-2 pb-1 text-12 font-medium text-ink-2">
        {datalogger?.name ?? t('charts:pick.no_logger')}
        {machine ? <span className="muted"> · {machine.name}</span> : null}
      </h3>
      <ul>
        {group.map((choice) => {
          const { channel } = choice;
          const isTaken = taken.has(channel.id);
          return (
            <Choice
              key={channel.id}
              aria-pressed={isTaken}
              disabled={full && !isTaken}
              onClick={() => (isTaken ? charted.remove(channel.id) : charted.add(choice))}
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="med">{channel.name}</span>
                <ChannelValue value={channel.last?.value ?? null} of={channel} />
              </span>
            </Choice>
          );
        })}
      </ul>
    </section>
  );
}
