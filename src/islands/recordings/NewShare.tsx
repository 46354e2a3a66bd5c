import { useState } from 'react';
import type { SharesStore } from '../../lib/client/recordings/shares.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';

const USUAL_DAYS = 30;

/** Makes a link, and shows it this once. */
export default function NewShare({ store, id, onClose }: { store: SharesStore; id: string; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [made, setMade] = useState<string | null>(null);
  const form = useForm({
    initial: { label: '', days: USUAL_DAYS as number | null, password: '' },
    rules: { label: 'max:120', password: 'max:200' },
    // A password is never kept.
    draft: `recording-share ${id}`,
    onSubmit: async ({ label, days, password }) => {
      const { token } = await store.make({
        label: label.trim() || null,
        expires_in_days: Math.round(days ?? USUAL_DAYS),
        password: password || null,
      });
      setMade(location.origin + href('/shared/recording/{token}', { token }, locale));
    },
  });
  if (made !== null)
    return (
      <Dialog
        title={t('recordings:share.made')}
        isOpen
        dismissable={false}
        onClose={onClose}
        footer={
          <Button variant="primary" onPress={onClose}>
            {t('recordings:share.done')}
          </Button>
        }
      >
        <div className="stack justify-items-stretch">
          <p className="soft">{t('recordings:share.made_text')}</p>
          <CopyField label={t('recordings:share.link')} text={made} />
        </div>
      </Dialog>
    );
  return (
    <FormDialog title={t('recordings:share.new')} size="sm" form={form} submit={t('recordings:share.submit')} onClose={onClose}>
      <p className="soft">{t('recordings:share.text')}</p>
      <TextField {...form.field('label')} label={t('recordings:share.label')} autoComplete="off" />
      <NumberField
        {...form.typed('days')}
        label={t('recordings:share.days')}
        unit={t('recordings:share.days_unit')}
        min={1}
        max={366}
        decimals={0}
        required
      />
      <TextField
        {...form.field('password')}
        type="password"
        label={t('recordings:share.password')}
        hint={t('recordings:share.password_hint')}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
