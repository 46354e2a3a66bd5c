import type { AccountStore } from '../../lib/client/session/account.store.ts';
import { type Account, changePassword } from '../../lib/contract/account.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { passwordStrength, type Strength } from '../setup/strength.ts';
import { Button } from '../ui/Button.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';

type Values = { current: string; password: string; again: string };
const EMPTY: Values = { current: '', password: '', again: '' };
const LEVEL: Record<Strength, number> = { short: 0, weak: 1, fair: 2, strong: 3 };
const LEVEL_LOOKS = ['', 'bg-late', 'bg-accent', 'bg-ok'];

/** A new password in place of the current one. */
export function PasswordForm({ store, row, onSignedOut }: { store: AccountStore; row: Account; onSignedOut: () => void }) {
  const t = useT();
  const form = useForm<Values>({
    initial: EMPTY,
    schema: changePassword.body,
    rules: { current: 'required', password: 'required', again: 'required|confirmed:@password' },
    fieldOf: { password_wrong: 'current', password_common: 'password' },
    draft: null,
    onSubmit: async ({ current, password }) => {
      const revoked = await store.changePassword({ current, password });
      form.reset(EMPTY);
      onSignedOut();
      toast({ text: revoked === 0 ? t('user:password.done') : t('user:password.signed_out', { count: revoked }) });
    },
  });
  const { password } = form.values;
  const strength = passwordStrength(password, [row.email, row.name]);
  const level = password === '' ? 0 : LEVEL[strength];
  const field = { type: 'password', required: true, maxLength: 200 } as const;
  return (
    <form className="stack" {...form.props} aria-label={t('user:password.title')}>
      <FormFailure failure={form.failure} />
      {/* For whoever keeps passwords: to whom this one belongs. */}
      <input type="text" name="username" autoComplete="username" value={row.email} readOnly hidden />
      <TextField {...form.field('current')} {...field} label={t('user:password.current')} autoComplete="current-password" />
      <div className="grid min-w-0 gap-2">
        <TextField
          {...form.field('password')}
          {...field}
          label={t('user:password.new')}
          hint={
            password === ''
              ? t('user:password.new_hint')
              : t(`user:password.strength.${strength}`, { length: String(Math.min(password.length, 10)) })
          }
          autoComplete="new-password"
        />
        <div className="grid grid-cols-3 gap-0.75 h-0.75" aria-hidden="true">
          {[1, 2, 3].map((step) => (
            <i key={step} className={step <= level ? LEVEL_LOOKS[level] : 'bg-line-2'} />
          ))}
        </div>
      </div>
      <TextField {...form.field('again')} {...field} label={t('user:password.again')} autoComplete="new-password" />
      <div className="row">
        <Button type="submit" isPending={form.busy}>
          {t('user:password.submit')}
        </Button>
      </div>
    </form>
  );
}
