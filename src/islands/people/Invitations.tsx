import { useStore } from '@nanostores/react';
import { Send, Undo2, X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type InvitationsStore, invitationStanding } from '../../lib/client/people/invitations.store.ts';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { Invitation } from '../../lib/contract/invitations.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useNarrow } from '../shell/Signed.tsx';
import { useNow } from '../ui/Age.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { Email } from '../ui/Email.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { failureOf } from '../ui/problem.ts';
import { Status } from '../ui/Status.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { standingToast, toast } from '../ui/toasts.ts';
import { type Handed, LinkDialog } from './LinkDialog.tsx';
import { useRoleWords } from './role-words.ts';

const NO_ROWS: readonly Invitation[] = [];
const DAY_S = 86_400;

/** Who is invited and hasn't come yet. */
export default function Invitations({
  store,
  workspaces,
  views,
  actions,
}: {
  store: InvitationsStore;
  workspaces: readonly WorkspaceName[];
  views: ReactNode;
  actions: ReactNode;
}) {
  const t = useT();
  const state = useStore(store.$state);
  const [handed, setHanded] = useState<Handed | null>(null);
  const columns = useColumns(store, workspaces, setHanded);
  const isEmpty = state.status === 'ready' && state.rows.length === 0;
  return (
    <>
      <div className="filters pt-2.5">
        {views}
        <span className="spacer" />
        {isEmpty ? null : actions}
      </div>
      {state.status === 'ready' ? <Unsent rows={state.rows} /> : null}
      {handed ? <LinkDialog {...handed} onClose={() => setHanded(null)} /> : null}
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <DataTable
          label={t('people:invitations.list')}
          columns={columns}
          rows={state.status === 'ready' ? state.rows : NO_ROWS}
          rowId={(row) => row.id}
          loading={state.status === 'loading'}
          empty={
            <EmptyState title={t('people:invitations.empty.title')} actions={actions}>
              {t('people:invitations.empty.text')}
            </EmptyState>
          }
        />
      )}
    </>
  );
}

/** Somebody waits for a mail that doesn't come. */
function Unsent({ rows }: { rows: readonly Invitation[] }) {
  const t = useT();
  const now = useNow();
  const unsent = rows.filter((row) => invitationStanding(row, now) === 'unsent');
  if (unsent.length === 0) return null;
  const codes = [...new Set(unsent.flatMap(({ mail_error }) => mail_error ?? []))].join(', ');
  return (
    <p className="note alarm" role="status">
      <StatusLamp kind="alarm" />
      <span>
        {t('people:invitations.unsent_help')} {codes === '' ? null : <span className="mono">{codes}</span>}
      </span>
    </p>
  );
}

const LAMPS = { sending: 'late', unsent: 'alarm', pending: 'never', by_hand: 'late', expired: 'offline' } as const;

/** Has the mail left, and how long is its link good: days, in the last one hours. */
function MailAndTime({ row }: { row: Invitation }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const standing = invitationStanding(row, now);
  const status = <Status kind={LAMPS[standing]}>{t(`people:invitations.${standing}`)}</Status>;
  if (standing === 'expired') return status;
  const left = (Date.parse(row.expires_at) - now) / 1000;
  const rounded = left > DAY_S ? Math.round(left / DAY_S) * DAY_S : Math.max(3_600, Math.floor(left / 3_600) * 3_600);
  return (
    <span className="two">
      {status}
      <small>{t('people:invitations.left', { time: format.interval(rounded) })}</small>
    </span>
  );
}

function Standing({ row, store }: { row: Invitation; store: InvitationsStore }) {
  const t = useT();
  if (useStore(store.$revoking).has(row.id)) return <Status kind="late">{t('people:invitations.revoking')}</Status>;
  return <MailAndTime row={row} />;
}

function Actions({
  row,
  store,
  phone,
  onLink,
}: {
  row: Invitation;
  store: InvitationsStore;
  phone: boolean;
  onLink: (handed: Handed) => void;
}) {
  const t = useT();
  const revoking = useStore(store.$revoking);
  const [sending, setSending] = useState(false);
  const { email } = row;
  const failed = (error: unknown) =>
    toast({ kind: 'alarm', text: `${t('people:invitations.failed', { email })} ${t(`errors:${failureOf(error).code}`)}` });
  if (revoking.has(row.id))
    return (
      <Button size="sm" icon={Undo2} onPress={() => store.keep(row.id)}>
        {t('people:invitations.keep')}
      </Button>
    );
  const resend = async () => {
    setSending(true);
    try {
      const { link } = await store.resend(row.id);
      if (link === undefined) toast({ text: t('people:invitations.resent', { email }) });
      else onLink({ email, link });
    } catch (error) {
      failed(error);
    } finally {
      setSending(false);
    }
  };
  const revoke = () => {
    const over = standingToast({
      kind: 'late',
      text: t('people:invitations.revoking_toast', { email }),
      action: { text: t('people:invitations.keep'), run: () => store.keep(row.id) },
    });
    store.revoke(row.id, { over, failed });
  };
  const byHand = row.mail === 'none';
  const name = t(byHand ? 'people:invitations.link_name' : 'people:invitations.resend_name', { email });
  return (
    <span className="inline-flex gap-1">
      {phone ? (
        <IconButton icon={Send} size="sm" label={name} isPending={sending} onPress={() => void resend()} />
      ) : (
        <Button size="sm" icon={Send} aria-label={name} isPending={sending} onPress={() => void resend()}>
          {t(byHand ? 'people:invitations.new_link' : 'people:invitations.resend')}
        </Button>
      )}
      <IconButton icon={X} size="sm" label={t('people:invitations.revoke_name', { email })} onPress={revoke} />
    </span>
  );
}

function useColumns(
  store: InvitationsStore,
  workspaces: readonly WorkspaceName[],
  onLink: (handed: Handed) => void,
): readonly TableColumn<Invitation>[] {
  const t = useT();
  const phone = useNarrow();
  const names = useMemo(() => new Map(workspaces.map(({ id, name }) => [id, name])), [workspaces]);
  const words = useRoleWords((id) => names.get(id) ?? null);
  return useMemo(
    () => [
      {
        id: 'email',
        name: t('people:invitations.column_email'),
        cell: (row) => (
          <span className="two phone:py-1.5">
            <span className="med">
              <Email of={row.email} />
            </span>
            {row.name === '' ? null : <small>{row.name}</small>}
            {phone ? <Standing row={row} store={store} /> : null}
          </span>
        ),
        skeleton: [160, 96],
      },
      {
        id: 'roles',
        name: t('people:column.roles'),
        width: 280,
        priority: 3,
        cell: (row) => {
          const lines = words.lines(row.roles);
          return (
            <span className="two phone:py-1.5" title={lines.join('\n')}>
              <span>{lines[0]}</span>
              {lines.length > 1 ? <small>{t('people:roles.more', { count: lines.length - 1 })}</small> : null}
            </span>
          );
        },
        skeleton: [96],
      },
      ...(phone
        ? []
        : [
            {
              id: 'state',
              name: t('people:invitations.column_state'),
              width: 170,
              cell: (row: Invitation) => <Standing row={row} store={store} />,
              skeleton: [72, 56],
            },
          ]),
      {
        id: 'act',
        name: t('people:column.actions'),
        header: '',
        width: phone ? 124 : 210,
        end: true,
        cell: (row) => <Actions row={row} store={store} phone={phone} onLink={onLink} />,
        skeleton: [],
      },
    ],
    [t, words, store, phone, onLink],
  );
}
