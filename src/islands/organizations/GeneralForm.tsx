import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { logoAddress, type OrganizationStore } from '../../lib/client/organizations/organization.store.ts';
import { LOCALES } from '../../lib/constants.ts';
import { DURATION_FORMATS } from '../../lib/contract/formats.ts';
import type { Organization } from '../../lib/contract/organizations.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useZones, weekdays, weekFrom } from './choices.ts';
import { CONSENTS, type ConsentField, deletesData, patchOf, RULES, schema, type Values, valuesOf } from './general.ts';
import { IntakeFields } from './IntakeFields.tsx';
import { KEPT, KeepField } from './KeepField.tsx';
import { useCurrencies, useGeneralWords } from './words.ts';

const PictureField = part(() => import('../files/PictureField.tsx'));

export function GeneralForm({
  deps,
  store,
  row,
  onSaved,
}: {
  deps: StoreDeps;
  store: OrganizationStore;
  row: Organization;
  onSaved: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const words = useGeneralWords();
  const { form, dirty, discard, conflict } = useRowForm<Organization, Values>({
    row,
    valuesOf,
    schema,
    rules: RULES,
    draft: `organization ${row.id}`,
    texts: ['name', 'slug', 'time_zone'],
    label: words.label,
    written: words.written,
    save: async (rev, patch) => {
      const result = await store.save(rev, patchOf(patch, row));
      // Said at the field that can be mended.
      if (result.status === 'error' && failureOf(result.error).code === 'slug_taken')
        return { status: 'error', error: { code: 'validation_failed', errors: [{ path: 'slug', code: 'slug_taken' }] } };
      return result;
    },
    onSaved: () => {
      toast({ text: t('organizations:general.saved') });
      onSaved();
    },
  });
  const zones = useZones(form.values.time_zone);
  const currencies = useCurrencies(form.values.currency);
  const days = weekdays(locale);
  const nothing = t('organizations:general.nothing');
  const style = form.values.duration_format;
  // A select deals in texts.
  const firstDay = form.field('first_day');

  return (
    <form className="stack gap-8" {...form.props} aria-label={t('organizations:tab.general')}>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <section className="stack">
        <h2 className="h2">{t('organizations:general.identity')}</h2>
        <TextField {...form.field('name')} label={words.label('name')} required autoComplete="off" />
        <TextField
          {...form.field('slug')}
          label={words.label('slug')}
          hint={t('organizations:general.slug_hint')}
          required
          mono
          autoComplete="off"
          spellCheck={false}
        />
        <Boundary>
          <PictureField
            label={t('organizations:general.logo')}
            src={logoAddress(row)}
            shape="wide"
            onFile={async (file) => void (await store.setLogo(file))}
            onRemove={async () => void (await store.setLogo(null))}
          />
        </Boundary>
      </section>
      <section className="stack">
        <h2 className="h2">{t('organizations:general.habits')}</h2>
        <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <Select
            {...form.field('locale')}
            onChange={(value) => form.set('locale', value as Values['locale'])}
            onCommit={() => undefined}
            label={words.label('locale')}
            hint={t('organizations:general.locale_hint')}
            options={LOCALES.map((id) => ({ id, text: t(`common:language.${id}`) }))}
          />
          <SearchSelect
            {...form.field('time_zone')}
            label={words.label('time_zone')}
            hint={t('organizations:general.time_zone_hint')}
            options={zones}
            nothing={nothing}
          />
          <Select
            {...firstDay}
            value={String(firstDay.value)}
            onChange={(value) => firstDay.onChange(Number(value))}
            onCommit={() => undefined}
            label={words.label('first_day')}
            options={weekFrom(1).map((day) => ({ id: String(day), text: days[day - 1] ?? '' }))}
          />
          <SearchSelect
            {...form.field('currency')}
            label={words.label('currency')}
            hint={t('organizations:general.currency_hint')}
            options={currencies}
            nothing={nothing}
          />
          <Select
            {...form.field('duration_format')}
            onChange={(value) => form.set('duration_format', value as Values['duration_format'])}
            onCommit={() => undefined}
            label={words.label('duration_format')}
            hint={t('organizations:general.duration_hint', { example: words.duration(style) })}
            options={DURATION_FORMATS.map((id) => ({ id, text: t(`organizations:general.duration_option.${id}`) }))}
          />
        </div>
      </section>
      <section className="stack">
        <h2 className="h2">{t('organizations:general.workers')}</h2>
        <Checkbox {...form.check('pseudonymous_workers')} hint={t('organizations:general.pseudonymous_hint')}>
          {t('organizations:general.pseudonymous')}
        </Checkbox>
        <Checkbox {...form.check('four_eyes')} hint={t('organizations:general.four_eyes_hint')}>
          {t('organizations:general.four_eyes')}
        </Checkbox>
        <fieldset className="stack plain">
          <legend className="h3">{t('organizations:general.consent_text')}</legend>
          <p className="note">{t('organizations:general.consent_hint')}</p>
          {(Object.keys(CONSENTS) as ConsentField[]).map((field) => (
            <TextArea key={field} {...form.field(field)} label={t(`common:language.${CONSENTS[field]}`)} rows={2} maxLength={2_000} />
          ))}
        </fieldset>
      </section>
      <section className="stack">
        <h2 className="h2">{t('organizations:retention.title')}</h2>
        {KEPT.map((kind) => (
          <KeepField key={kind} kind={kind} field={form.typed(`keep_${kind}_days`)} />
        ))}
        <p role="status" className={deletesData(row, form.values) ? 'note late' : 'vh'}>
          {deletesData(row, form.values) ? t('organizations:retention.warning') : null}
        </p>
      </section>
      <IntakeFields deps={deps} megabytes={form.typed('ingest_mb_per_day')} readings={form.typed('ingest_quota_per_minute')} />
      <div className="row">
        <Button variant="primary" type="submit" isDisabled={!dirty} isPending={form.busy}>
          {t('organizations:general.save')}
        </Button>
        {dirty ? (
          <Button variant="ghost" onPress={discard}>
            {t('organizations:general.discard')}
          </Button>
        ) : null}
      </div>
      {conflict}
    </form>
  );
}
