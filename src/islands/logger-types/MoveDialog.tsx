import { useEffect, useState } from 'react';
import type { ApiErrorCode } from '../../lib/client/kernel/api.ts';
import type { LoggerTypeStore } from '../../lib/client/logger-types/logger-types.store.ts';
import type { MovePreview } from '../../lib/contract/logger-types.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

type State = { status: 'loading' } | { status: 'ready'; preview: MovePreview } | { status: 'error'; code: ApiErrorCode };

/** What a version would make of loggers' newest messages, before they are read by it. */
export default function MoveDialog({
  store,
  version,
  ids,
  onClose,
  onMoved,
}: {
  store: Pick<LoggerTypeStore, 'previewMove' | 'move'>;
  version: number;
  ids: readonly string[];
  onClose: () => void;
  onMoved: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const [state, setState] = useState<State>({ status: 'loading' });
  const [moving, setMoving] = useState(false);
  useEffect(() => {
    let gone = false;
    store.previewMove(version, ids).then(
      (preview) => gone || setState({ status: 'ready', preview }),
      (error: unknown) => gone || setState({ status: 'error', code: failureOf(error).code }),
    );
    return () => {
      gone = true;
    };
  }, [store, version, ids]);
  const mismatch =
    state.status === 'ready' && state.preview.loggers.some(({ channels }) => channels.some(({ change }) => change === 'mismatch'));
  const move = async () => {
    setMoving(true);
    try {
      const moved = await store.move(version, ids);
      toast({ text: t('logger-types:move.done', { count: moved }) });
      onMoved();
      onClose();
    } catch (error) {
      setMoving(false);
      setState({ status: 'error', code: failureOf(error).code });
    }
  };
  const written = (value: MovePreview['loggers'][number]['channels'][number]['before'], unit: string | null) =>
    value === null ? '–' : typeof value === 'number' ? format.quantity(value, unit) : String(value);
  return (
    <Dialog
      title={t('logger-types:move.title', { version: String(version) })}
      size="lg"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button variant="primary" isDisabled={state.status !== 'ready' || mismatch} isPending={moving} onPress={() => void move()}>
            {t('logger-types:move.submit', { count: ids.length })}
          </Button>
        </>
      }
    >
      <p className="soft">{t('logger-types:move.text')}</p>
      {state.status === 'loading' ? <div className="min-h-40" aria-busy="true" /> : null}
      {state.status === 'error' ? (
        <p className="text-alarm-text" role="alert">
          {t(`errors:${state.code}`)}
        </p>
      ) : null}
      {mismatch ? (
        <p className="text-alarm-text" role="alert">
          {t('logger-types:move.mismatch')}
        </p>
      ) : null}
      {state.status === 'ready'
        ? state.preview.loggers.map((logger) => (
            <section key={logger.datalogger_id} className="grid gap-1 pt-3">
              <h3 className="med">
                {logger.name}{' '}
                <span className="soft">
                  {t('logger-types:move.messages', { messages: format.number(logger.messages), errors: format.number(logger.errors) })}
                </span>
              </h3>
              <ul className="border-t border-line">
                {logger.channels.map((channel) => (
                  <li
                    key={channel.key}
                    className="grid min-h-8 grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1.4fr)] items-center gap-3 border-b border-line py-1 slim:grid-cols-2"
                  >
                    <span className="two min-w-0">
                      <span className="one-line">{channel.label}</span>
                      <small className="mono one-line">{channel.key}</small>
                    </span>
                    <span
                      className={
                        channel.change === 'mismatch' || channel.change === 'gone'
                          ? 'text-alarm-text'
                          : channel.change === 'unchanged'
                            ? 'soft'
                            : 'med'
                      }
                    >
                      {t(`logger-types:change.${channel.change}`)}
                    </span>
                    <span className="soft">
                      {written(channel.before, channel.unit_before)} → {written(channel.after, channel.unit_after)}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))
        : null}
    </Dialog>
  );
}
