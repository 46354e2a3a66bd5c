import { useStore } from '@nanostores/react';
import type { FirstMessageStore } from '../../lib/client/dataloggers/first-message.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { MessageLogger } from './RefusedMessage.tsx';

const Snippets = part(() => import('./Snippets.tsx'));
const RefusedMessage = part(() => import('./RefusedMessage.tsx'));
const ReadMessage = part(() => import('./ReadMessage.tsx'));
const WhatMeasured = part(() => import('./WhatMeasured.tsx'));

/** A token at the only moment when it can be seen, with what to do with it; `first` waits for the first message. */
export function TokenShown({ token, first, logger }: { token: string; first: FirstMessageStore | null; logger: MessageLogger }) {
  const t = useT();
  return (
    <div className="stack">
      <p className="note late">
        <StatusLamp kind="late" />
        <span>{t('dataloggers:token.once')}</span>
      </p>
      <CopyField label={t('dataloggers:token.label')} text={token} />
      <Boundary>
        <Snippets deps={logger.deps} token={token} typeId={logger.typeId} />
      </Boundary>
      {first ? <FirstMessage first={first} logger={logger} /> : null}
    </div>
  );
}

const MESSAGE = 'flex min-h-11 items-center gap-2.5 rounded-2 border px-3';

/** Waits for the first message and turns into its value by itself. */
function FirstMessage({ first, logger }: { first: FirstMessageStore; logger: MessageLogger }) {
  const t = useT();
  useStarted(first);
  const state = useStore(first.$state);
  const arrived = state.status === 'arrived';
  const unitless =
    state.status === 'arrived' && logger.typeId === null
      ? state.values.flatMap(({ value, of }) => (typeof value === 'number' && of?.sensor_type_id === null && of.unit === null ? of : []))
      : [];
  if (state.status === 'refused' || state.status === 'empty')
    return (
      <div className={`${MESSAGE} border-alarm bg-alarm-soft py-2 text-ink`} role="status">
        <span className="self-start leading-5">
          <StatusLamp kind="alarm" />
        </span>
        <Boundary>
          <RefusedMessage message={state} logger={logger} />
        </Boundary>
      </div>
    );
  return (
    <div
      className={`${MESSAGE} ${arrived ? 'flex-wrap border-ok bg-ok-soft py-2 text-ink' : 'border-dashed border-line-control text-ink-2'}`}
      role="status"
    >
      <StatusLamp kind={arrived ? 'online' : 'never'} />
      <span className="med">{t(arrived ? 'dataloggers:token.arrived' : 'dataloggers:token.waiting')}</span>
      {arrived ? (
        <span className="num ml-auto flex flex-wrap gap-x-3.5 gap-y-0.5 [&_b]:text-16 [&_b]:font-semi">
          {state.values.map(({ key, value, of }) => (
            <span key={key}>
              <span className="muted">{of?.name ?? key}</span> <ChannelValue value={value} of={of} />
            </span>
          ))}
        </span>
      ) : null}
      {unitless.length > 0 ? (
        <Boundary>
          <WhatMeasured channels={unitless} deps={logger.deps} />
        </Boundary>
      ) : null}
      {state.status === 'arrived' && state.read ? (
        <Boundary>
          <ReadMessage message={state.read} logger={logger} />
        </Boundary>
      ) : null}
    </div>
  );
}
