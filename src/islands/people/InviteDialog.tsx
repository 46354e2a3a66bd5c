import { useState } from 'react';
import { emailsIn, type InvitationsStore, type InviteOutcome } from '../../lib/client/people/invitations.store.ts';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import { LOCALES, type Locale } from '../../lib/constants.ts';
import { createInvitation } from '../../lib/contract/invitations.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { Status } from '../ui/Status.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { toast } from '../ui/toasts.ts';
import { roleRights } from './granter.ts';
import { HandOver } from './LinkDialog.tsx';
import { firstRoles, hasRole, type Places, roleSetOf } from './places.ts';
import { RolesField } from './RolesField.tsx';

const FORM = 'invite';
/** More at once are a mistake, or a job for the API. */
const MOST = 50;

const { email: address } = createInvitation.body.shape;
const isEmail = (text: string) => address.safeParse(text).success;

type InviteStage = { step: 'form' } | { step: 'outcome'; outcomes: readonly InviteOutcome[] };

/** Invites one person or several at once; says of each address what became of it when not all went well. */
export default function InviteDialog({
  context,
  store,
  workspaces,
  onClose,
}: {
  context: PageContext;
  store: InvitationsStore;
  workspaces: readonly WorkspaceName[];
  /** `sent` when at least one invitation was made. */
  onClose: (sent: boolean) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const rights = roleRights(context);
  const [state, setState] = useState<InviteStage>({ step: 'form' });
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useForm({
    initial: { emails: '', name: '', locale: locale as string, roles: firstRoles(rights, context.workspace, workspaces) },
    rules: { emails: 'required', name: 'max:200' },
    draft: `${FORM} ${context.organization}`,
    async onSubmit(values) {
      const emails = emailsIn(values.emails);
      const problem = problemOf(emails, values.roles);
      setWrong(problem);
      if (problem !== null) return false;
      const name = emails.length === 1 ? values.name.trim() : '';
      const outcomes = await store.invite(emails, {
        ...(name ? { name } : {}),
        locale: values.locale as Locale,
        roles: roleSetOf(values.roles),
      });
      if (outcomes.some((one) => one.status === 'refused' || one.link !== undefined)) {
        setState({ step: 'outcome', outcomes });
        return true;
      }
      toast({ text: t('people:invite.sent', { count: outcomes.length }) });
      onClose(true);
      return true;
    },
  });
  const problemOf = (emails: readonly string[], roles: Places): string | null => {
    const bad = emails.filter((email) => !isEmail(email));
    if (bad.length > 0) return t('people:invite.bad_email', { email: bad[0] ?? '' });
    if (emails.length > MOST) return t('people:invite.over_limit', { most: MOST });
    return hasRole(roles) ? null : t('people:invite.no_role');
  };
  const count = emailsIn(form.values.emails).length;

  if (state.step === 'outcome') return <Outcome outcomes={state.outcomes} onClose={onClose} />;
  return (
    <FormDialog
      title={t('people:invite.title')}
      form={form}
      submit={t('people:invite.submit', { count: Math.max(1, count) })}
      onClose={() => onClose(false)}
    >
      <div role="alert">
        {wrong === null ? null : (
          <p className="note alarm">
            <StatusLamp kind="alarm" />
            <span>{wrong}</span>
          </p>
        )}
      </div>
      <TextArea
        {...form.field('emails')}
        label={t('people:invite.emails')}
        hint={t('people:invite.emails_hint')}
        rows={2}
        required
        autoFocus
        autoComplete="off"
        spellCheck={false}
      />
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        {count > 1 ? null : (
          <TextField {...form.field('name')} label={t('people:invite.name')} hint={t('people:invite.name_hint')} autoComplete="off" />
        )}
        <Select
          {...form.field('locale')}
          label={t('people:invite.locale')}
          options={LOCALES.map((id) => ({ id, text: t(`people:locale.${id}`) }))}
        />
      </div>
      <RolesField value={form.values.roles} onChange={(roles) => form.set('roles', roles)} workspaces={workspaces} rights={rights} />
    </FormDialog>
  );
}

/** What became of each address. */
function Outcome({ outcomes, onClose }: { outcomes: readonly InviteOutcome[]; onClose: (sent: boolean) => void }) {
  const t = useT();
  const done = outcomes.some(({ status }) => status !== 'refused');
  const byHand = outcomes.some((one) => one.status === 'made' && one.link !== undefined);
  return (
    <Dialog
      title={t('people:invite.outcome')}
      isOpen
      dismissable={!byHand}
      onClose={() => onClose(done)}
      footer={
        <Button variant="primary" onPress={() => onClose(done)}>
          {t('people:invite.done')}
        </Button>
      }
    >
      {byHand ? <HandOver /> : null}
      <ul className="[&_.copy]:w-full [&_.st]:whitespace-normal">
        {outcomes.map((one) => (
          <li className="flex flex-wrap justify-between gap-y-0.5 gap-x-4 py-2 px-0 border-b border-b-line" key={one.email}>
            {one.status === 'made' && one.link !== undefined ? <CopyField label={one.email} text={one.link} /> : <Sent one={one} />}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Sent({ one }: { one: InviteOutcome }) {
  const t = useT();
  return (
    <>
      <span className="med">{one.email}</span>
      {one.status === 'made' ? (
        <Status kind="online">{t('people:invite.made')}</Status>
      ) : (
        <Status kind="alarm">{t(one.code === 'conflict' ? 'people:invite.there_already' : `errors:${one.code}`)}</Status>
      )}
    </>
  );
}
