import type { AccountStore } from '../../lib/client/session/account.store.ts';
import type { Account, Notifications } from '../../lib/contract/account.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { Select } from '../ui/form/Select.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';
import { SaveRow } from './SaveRow.tsx';

type Values = { [K in keyof Notifications]: Notifications[K] };
const valuesOf = ({ notifications: { new_device, silent_loggers } }: Account): Values => ({ new_device, silent_loggers });
const SILENT = ['none', 'favorites', 'all'] as const;

/** Which mails the person wants. */
export function NotificationsForm({ store, row }: { store: AccountStore; row: Account }) {
  const t = useT();
  const { form, dirty, discard, conflict } = useRowForm<Account, Values>({
    row,
    valuesOf,
    draft: 'notifications',
    label: (field) => t(field === 'new_device' ? 'user:notifications.new_device' : 'user:notifications.silent'),
    written: (field, value) => {
      if (field === 'silent_loggers') return t(`user:notifications.${value as Notifications['silent_loggers']}`);
      return t(value ? 'ui:conflict.yes' : 'ui:conflict.no');
    },
    save: (rev, patch) => {
      const state = store.$state.get();
      const { notifications } = state.status === 'ready' ? state.row : row;
      return store.save(rev, { notifications: { ...notifications, ...(patch as Partial<Notifications>) } });
    },
    onSaved: () => toast({ text: t('user:notifications.saved') }),
  });
  return (
    <form className="stack" {...form.props} aria-label={t('user:notifications.title')}>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <Checkbox {...form.check('new_device')} hint={t('user:notifications.new_device_hint')}>
        {t('user:notifications.new_device')}
      </Checkbox>
      <Select
        {...form.field('silent_loggers')}
        onChange={(value) => form.set('silent_loggers', value as Notifications['silent_loggers'])}
        onCommit={() => undefined}
        label={t('user:notifications.silent')}
        options={SILENT.map((id) => ({ id, text: t(`user:notifications.${id}`) }))}
      />
      <SaveRow dirty={dirty} busy={form.busy} onDiscard={discard} />
      {conflict}
    </form>
  );
}
