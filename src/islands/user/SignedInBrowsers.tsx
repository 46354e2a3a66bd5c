import { useStore } from '@nanostores/react';
import { LogOut } from 'lucide-react';
import { Fragment, type ReactNode, type Ref, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { auth } from '../../lib/client/auth/browser.ts';
import type { SessionsStore } from '../../lib/client/session/sessions.store.ts';
import type { Session } from '../../lib/contract/sessions.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Age } from '../ui/Age.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { type Failure, failureOf } from '../ui/problem.ts';
import { FOLDS, Folded } from '../ui/table/Folded.tsx';
import { toast } from '../ui/toasts.ts';
import { browserName } from './browser-name.ts';

const NO_ROWS: readonly Session[] = [];

/** Head of the section and whatever stands below it. */
function Section({ heading, actions, children }: { heading?: Ref<HTMLHeadingElement>; actions?: ReactNode; children: ReactNode }) {
  const t = useT();
  return (
    <div>
      <header className="flex flex-wrap items-end justify-between gap-y-3 gap-x-6 pt-5 px-5 pb-3 slim:px-4">
        <div className="flex-[1_1_320px] max-w-[46em]">
          <h2 className="h2" ref={heading} tabIndex={-1}>
            {t('user:devices.title')}
          </h2>
          <p className="mt-0.5 text-ink-2 text-pretty">{t('user:devices.lead')}</p>
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}

/** Shown until the person is known. */
export function SignedInBrowsersWaiting() {
  const t = useT();
  return (
    <Section
      actions={
        <Button icon={LogOut} isDisabled>
          {t('user:devices.end_others')}
        </Button>
      }
    >
      <DataTable
        label={t('user:devices.title')}
        height="content"
        columns={useColumns(null)}
        rows={NO_ROWS}
        rowId={(row) => row.id}
        loading
      />
    </Section>
  );
}

/** The signed-in devices of the person: which they are, and the way out of each. */
export function SignedInBrowsers({ store }: { store: SessionsStore }) {
  const t = useT();
  const [question, setQuestion] = useState<'not_asked' | 'asked' | 'done'>('not_asked');
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useStore(store.$state);
  const rows = state.status === 'ready' ? state.rows : NO_ROWS;
  const others = rows.filter((row) => !row.current).length;
  useKeptFocus(heading, others, question === 'done');
  const columns = useColumns(store);
  return (
    <Section
      heading={heading}
      actions={
        <Button icon={LogOut} isDisabled={others === 0} onPress={() => setQuestion('asked')}>
          {t('user:devices.end_others')}
        </Button>
      }
    >
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <DataTable
          label={t('user:devices.title')}
          height="content"
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          loading={state.status === 'loading'}
          empty={<EmptyState title={t('user:devices.empty')} />}
        />
      )}
      {question === 'asked' ? (
        <EndOthers store={store} count={others} onClose={(done) => setQuestion(done ? 'done' : 'not_asked')} />
      ) : null}
    </Section>
  );
}

/** A button that leaves with its row, or with its question, must not take the place of the keyboard with it: it goes to the heading. */
function useKeptFocus(heading: RefObject<HTMLHeadingElement | null>, count: number, answered: boolean): void {
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) heading.current?.focus();
    before.current = count;
  }, [heading, count]);
  useEffect(() => {
    if (answered) heading.current?.focus();
  }, [heading, answered]);
}

function EndOthers({ store, count, onClose }: { store: SessionsStore; count: number; onClose: (done: boolean) => void }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const end = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await store.endOthers();
      toast({ text: t('user:devices.others_ended') });
      onClose(true);
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('user:devices.end_others_title')}
      size="sm"
      isOpen
      onClose={() => onClose(false)}
      footer={
        <>
          <Button variant="ghost" onPress={() => onClose(false)}>
            {t('ui:cancel')}
          </Button>
          <Button variant="danger" isPending={busy} onPress={() => void end()} autoFocus>
            {t('user:devices.end_others_confirm', { count })}
          </Button>
        </>
      }
    >
      {failure ? <FormFailure failure={failure} /> : null}
      <p>{t('user:devices.end_others_text')}</p>
    </Dialog>
  );
}

function SignOut({ row, store }: { row: Session; store: SessionsStore }) {
  const t = useT();
  const ending = useStore(store.$ending);
  if (row.current)
    return (
      <Button size="sm" icon={LogOut} onPress={() => void auth().logout()}>
        {t('user:devices.end_here')}
      </Button>
    );
  const browser = browserName(t, row);
  const end = async () => {
    try {
      await store.end(row.id);
      toast({ text: t('user:devices.ended', { device: browser }) });
    } catch (error) {
      toast({ kind: 'alarm', text: `${t('user:devices.failed', { device: browser })} ${t(`errors:${failureOf(error).code}`)}` });
    }
  };
  return (
    <Button
      size="sm"
      icon={LogOut}
      isPending={ending.has(row.id)}
      aria-label={t('user:devices.end_name', { device: browser })}
      onPress={() => void end()}
    >
      {t('user:devices.end')}
    </Button>
  );
}

/** A long address breaks behind its colons. */
function Address({ text }: { text: string }) {
  const [first, ...rest] = text.split(':');
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          :<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** What the device is; on narrow screens also what the columns have no room for. */
function Name({ row }: { row: Session }) {
  const t = useT();
  const format = useFormat();
  return (
    <span className={`two ${FOLDS}`}>
      <span className="med">{browserName(t, row)}</span>
      {row.current ? <small className="font-medium text-accent">{t('user:devices.here')}</small> : null}
      {row.browser === null && row.user_agent !== null ? <small className="mono">{row.user_agent}</small> : null}
      <Folded>{row.ip === null ? null : <Address text={row.ip} />}</Folded>
      {row.current ? null : (
        <Folded>
          {t('user:devices.active')} <Age of={row.last_active_at} />
        </Folded>
      )}
      <Folded>
        {t('user:devices.signed_in')} {format.dateTime(row.created_at)}
      </Folded>
    </span>
  );
}

function useColumns(store: SessionsStore | null): readonly TableColumn<Session>[] {
  const t = useT();
  const format = useFormat();
  return useMemo(
    (): readonly TableColumn<Session>[] => [
      {
        id: 'browser',
        name: t('user:devices.column_device'),
        cell: (row) => <Name row={row} />,
        skeleton: [144, 72],
      },
      {
        id: 'ip',
        name: t('user:devices.column_address'),
        width: 180,
        priority: 2,
        cell: (row) => row.ip,
        skeleton: [88],
      },
      {
        id: 'created_at',
        name: t('user:devices.column_created'),
        width: 150,
        priority: 2,
        cell: (row) => <time dateTime={row.created_at}>{format.dateTime(row.created_at)}</time>,
        skeleton: [96],
      },
      {
        id: 'last_active_at',
        name: t('user:devices.column_active'),
        width: 120,
        priority: 2,
        cell: (row) => (row.current ? t('user:devices.now') : <Age of={row.last_active_at} />),
        skeleton: [72],
      },
      {
        id: 'act',
        name: t('user:devices.end'),
        header: '',
        width: 150,
        end: true,
        cell: (row) => (store ? <SignOut row={row} store={store} /> : null),
        skeleton: [],
      },
    ],
    [t, format, store],
  );
}
