import type { AccountPatch, AccountStore } from '../../lib/client/session/account.store.ts';
import { LOCALE_COOKIE, LOCALES, type Locale } from '../../lib/constants.ts';
import { type Account, getAvatar, updateAccount } from '../../lib/contract/account.ts';
import { switchLocale } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import PictureField from '../files/PictureField.tsx';
import { keepCookie } from '../shell/session.ts';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';
import { SaveRow } from './SaveRow.tsx';

type Values = { name: string; locale: Locale };
const valuesOf = ({ name, locale }: Account): Values => ({ name, locale });
const schema = { safeParse: (values: unknown) => updateAccount.body.safeParse({ ...(values as Values), rev: 0 }) };

/** Name, language and picture. */
export function YouForm({ store, row }: { store: AccountStore; row: Account }) {
  const t = useT();
  const shown = useLocale();
  const { form, dirty, discard, conflict } = useRowForm<Account, Values>({
    row,
    valuesOf,
    schema,
    rules: { name: 'required|max:200' },
    draft: 'you',
    texts: ['name'],
    label: (field) => t(field === 'name' ? 'user:name' : 'user:language'),
    written: (field, value) => (field === 'locale' ? t(`common:language.${value as Locale}`) : String(value)),
    save: (rev, patch) => store.save(rev, patch as AccountPatch),
    onSaved: ({ locale }) => {
      // Who looks at the page in another language than his own stays there until he chooses one.
      if (locale !== row.locale && locale !== shown) speak(locale);
      else toast({ text: t('user:you.saved') });
    },
  });
  const languages = LOCALES.map((locale) => ({ id: locale, text: t(`common:language.${locale}`) }));
  return (
    <div className="stack [&_.tight>.field]:justify-self-stretch">
      <PictureField
        label={t('user:you.picture')}
        src={row.avatar === null ? null : `${getAvatar.path}?v=${row.avatar}`}
        shape="round"
        onFile={async (file) => {
          await store.setAvatar(file);
          toast({ text: t('user:you.picture_saved') });
        }}
        onRemove={async () => {
          await store.setAvatar(null);
          toast({ text: t('user:you.picture_removed') });
        }}
      />
      <form className="stack" {...form.props} aria-label={t('user:you.title')}>
        <DraftNote form={form} />
        <FormFailure failure={form.failure} />
        <TextField {...form.field('name')} label={t('user:name')} required autoComplete="name" maxLength={200} />
        <TextField
          label={t('user:email')}
          hint={t('user:you.email_hint')}
          value={row.email}
          readOnly
          autoComplete="off"
          onChange={() => undefined}
        />
        <Select
          {...form.field('locale')}
          onChange={(value) => form.set('locale', value as Locale)}
          onCommit={() => undefined}
          label={t('user:language')}
          hint={t('user:you.language_hint')}
          options={languages}
        />
        <SaveRow dirty={dirty} busy={form.busy} onDiscard={discard} />
        {conflict}
      </form>
    </div>
  );
}

/** Goes to the same page in the chosen language, and remembers it for addresses without one. */
function speak(locale: Locale): void {
  keepCookie(LOCALE_COOKIE, locale);
  location.assign(switchLocale(location.pathname + location.search, locale));
}
