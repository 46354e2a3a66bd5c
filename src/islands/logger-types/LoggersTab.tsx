import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createMove } from '../../lib/client/logger-types/move.store.ts';
import type { LoggerTypeDetail } from '../../lib/contract/logger-types.ts';
import { finder } from '../../lib/domain/text/folded.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import type { Stores } from './DetailScreen.tsx';

const MoveDialog = part(() => import('../move-loggers/MoveDialog.tsx'));

/** Which loggers are read by which version, and moving them. */
export default function LoggersTab({ stores, row, canWrite }: { stores: Stores; row: LoggerTypeDetail; canWrite: boolean }) {
  const t = useT();
  const locale = useLocale();
  useStarted(stores.loggers);
  const state = useStore(stores.loggers.$state);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<readonly string[] | null>(null);
  const [takingOff, setTakingOff] = useState<readonly string[] | null>(null);
  const [q, setQ] = useState('');
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void stores.loggers.load()} />;
  if (state.status === 'loading') return <div className="min-h-40" aria-busy="true" />;
  const finds = finder(q);
  const rows = state.data.filter((one) => finds(one.name));
  const order = [...rows].sort((a, b) => Number(b.logger_type_id === row.id) - Number(a.logger_type_id === row.id));
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const { version } = row;
  const ofType = new Set(state.data.filter((one) => one.logger_type_id === row.id).map(({ id }) => id));
  const canTakeOff = chosen.size > 0 && [...chosen].every((id) => ofType.has(id));
  const done = (count: number) => {
    toast({ text: t('logger-types:move.done', { count }) });
    setChosen(new Set());
    void stores.loggers.load();
  };
  const refused = (error: unknown) => toast({ kind: 'alarm', text: `${row.name}: ${t(`errors:${failureOf(error).code}`)}` });
  const taken = (count: number, back: () => Promise<unknown>) => {
    setChosen(new Set());
    void stores.loggers.load();
    toast({
      text: t('logger-types:take_off.done', { count }),
      action: {
        text: t('logger-types:undo'),
        run: () =>
          void back()
            .then(() => stores.loggers.load())
            .catch(refused),
      },
    });
  };
  return (
    <div className="grid max-w-180 gap-3 p-5 slim:p-4">
      <p className="soft">{t(version === null ? 'logger-types:loggers.publish_first' : 'logger-types:loggers.text')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-50 slim:basis-full">
          <SearchField label={t('logger-types:loggers.q')} value={q} onChange={setQ} />
        </span>
        {canWrite && ofType.size > 0 ? (
          <Button isDisabled={!canTakeOff} onPress={() => setTakingOff([...chosen])} {...opensDialog(MoveDialog)}>
            {t('logger-types:take_off.action')}
          </Button>
        ) : null}
        {canWrite && version !== null ? (
          <Button variant="primary" isDisabled={chosen.size === 0} onPress={() => setMoving([...chosen])} {...opensDialog(MoveDialog)}>
            {t('logger-types:loggers.move', { version: String(version) })}
          </Button>
        ) : null}
      </div>
      {order.length === 0 ? <p className="soft">{t('logger-types:loggers.none')}</p> : null}
      <ul className="border-t border-line-2">
        {order.map((one) => (
          <li
            key={one.id}
            className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 border-b border-line py-1 slim:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto]"
          >
            {canWrite && version !== null ? (
              <Checkbox checked={chosen.has(one.id)} onChange={(on) => toggle(one.id, on)}>
                {one.name}
              </Checkbox>
            ) : (
              <span className="wrap-break-word">{one.name}</span>
            )}
            <span
              className={`soft text-right wrap-break-word ${one.logger_type_id === row.id || one.logger_type_name === null ? 'whitespace-nowrap' : ''}`}
            >
              {one.logger_type_id === row.id
                ? t('logger-types:version', { version: String(one.logger_type_version) })
                : (one.logger_type_name ?? t(one.logger_type_id === null ? 'logger-types:loggers.without' : 'logger-types:loggers.other'))}
            </span>
            <a
              className="link"
              href={href('/dlog/dataloggers/{id}', { id: one.id }, locale)}
              aria-label={t('logger-types:loggers.open', { name: one.name })}
            >
              {t('logger-types:loggers.detail')}
            </a>
          </li>
        ))}
      </ul>
      {moving !== null && version !== null ? (
        <Boundary instead={null} onFailure={() => setMoving(null)}>
          <MoveDialog
            create={() =>
              createMove(stores.deps, {
                preview: () => stores.type.previewMove(version, moving),
                move: () => stores.type.move(version, moving).then(done),
              })
            }
            words={{
              title: t('logger-types:move.title', { version: String(version) }),
              text: t('logger-types:move.text'),
              mismatch: t('logger-types:move.mismatch'),
              submit: t('logger-types:move.submit', { count: moving.length }),
            }}
            onClose={() => setMoving(null)}
          />
        </Boundary>
      ) : null}
      {takingOff !== null ? (
        <Boundary instead={null} onFailure={() => setTakingOff(null)}>
          <MoveDialog
            create={() =>
              createMove(stores.deps, {
                preview: () => stores.type.previewTakeOff(takingOff),
                move: () => stores.type.takeOff(takingOff).then((back) => taken(takingOff.length, back)),
              })
            }
            words={{
              title: t('logger-types:take_off.title', { name: row.name }),
              text: t('logger-types:take_off.text'),
              mismatch: t('logger-types:take_off.mismatch'),
              submit: t('logger-types:take_off.submit', { count: takingOff.length }),
            }}
            onClose={() => setTakingOff(null)}
          />
        </Boundary>
      ) : null}
    </div>
  );
}
