import { type ReactNode, useRef } from 'react';
import type { TaxonomiesStore, TaxonomyPatch } from '../../lib/client/activities/taxonomies.store.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { LOCALES } from '../../lib/constants.ts';
import { type Category, createTaxonomy, type Taxonomy, updateTaxonomy, type Words } from '../../lib/contract/taxonomies.ts';
import { categoryProblems, MAX_LEVELS } from '../../lib/domain/taxonomies/taxonomy-rules.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { LEGEND } from '../ui/form/choice-looks.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';
import { Categories } from './Categories.tsx';

type Values = { names: Words; categories: Category[]; to_check: boolean };
const valuesOf = ({ names, categories, to_check }: Taxonomy): Values => ({ names, categories, to_check });
const EMPTY: Values = { names: { cs: '', en: '', sk: '' }, categories: [], to_check: false };

/** Names of languages that are empty yet take the one that is written: better a word in another language than none. */
const filled = (names: Words): Words => {
  const some = LOCALES.map((locale) => names[locale].trim()).find(Boolean) ?? '';
  return { cs: names.cs.trim() || some, en: names.en.trim() || some, sk: names.sk.trim() || some };
};
const whole = ({ names, categories }: Pick<Values, 'names' | 'categories'>) => ({
  names: filled(names),
  categories: categories.map((one) => ({ ...one, names: filled(one.names) })),
});

/** One way of sorting activities: its names in three languages, and its categories. */
export default function TaxonomyDialog(props: { store: TaxonomiesStore; organization: string; row: Taxonomy | null; onClose: () => void }) {
  return props.row ? <Changed {...props} row={props.row} /> : <Made {...props} />;
}

function Made({ store, organization, onClose }: { store: TaxonomiesStore; organization: string; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const id = useRef(uuidv7());
  const form = useForm<Values>({
    initial: EMPTY,
    draft: `new-taxonomy ${organization}`,
    schema: { safeParse: (values: unknown) => createTaxonomy.body.safeParse(whole(values as Values)) } as never,
    onSubmit: async (values) => {
      const row = await store.create({ ...whole(values), id: id.current });
      toast({ text: t('activities:created', { name: row.names[locale] }) });
      onClose();
    },
  });
  return (
    <Window form={form} title={t('activities:taxonomies.new')} isNew used={NOBODY} onClose={onClose}>
      {null}
    </Window>
  );
}

const NOBODY: ReadonlySet<string> = new Set();

function Changed({ store, row, onClose }: { store: TaxonomiesStore; row: Taxonomy; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const { form, conflict } = useRowForm<Taxonomy, Values>({
    row,
    valuesOf,
    draft: `taxonomy ${row.id}`,
    schema: { safeParse: (values: unknown) => updateTaxonomy.body.safeParse({ ...whole(values as Values), rev: 0 }) } as never,
    label: (field) => t(`activities:taxonomies.field.${field}`),
    written: (field, value) => {
      if (field === 'names') return (value as Words)[locale];
      if (field === 'to_check') return t(value ? 'ui:conflict.yes' : 'ui:conflict.no');
      return (value as Category[]).map((one) => one.names[locale]).join(', ');
    },
    save: (rev, { names, categories, to_check }) =>
      store.save(row.id, rev, {
        ...(names ? { names: filled(names as Words) } : {}),
        ...(categories ? { categories: whole({ names: EMPTY.names, categories: categories as Category[] }).categories } : {}),
        ...(to_check === undefined ? {} : { to_check }),
      } as TaxonomyPatch),
    onSaved: (saved) => {
      toast({ text: t('activities:saved', { name: saved.names[locale] }) });
      onClose();
    },
  });
  const stored = new Set(row.categories.map(({ code }) => code));
  return (
    <Window form={form} title={row.names[locale]} used={stored} onClose={onClose}>
      {row.to_check ? (
        <div className="note late">
          <div className="grid min-w-0 justify-items-start gap-2">
            <span>{t('activities:taxonomies.to_check_text')}</span>
            <Checkbox checked={!form.values.to_check} onChange={(checked) => form.set('to_check', !checked)}>
              {t('activities:taxonomies.checked')}
            </Checkbox>
          </div>
        </div>
      ) : null}
      {conflict}
    </Window>
  );
}

function Window({
  form,
  title,
  isNew = false,
  used,
  onClose,
  children,
}: {
  form: ReturnType<typeof useForm<Values>>;
  title: string;
  isNew?: boolean;
  /** Codes that are stored: activities may stand under them, so that they stay as they are. */
  used: ReadonlySet<string>;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useT();
  const { names, categories } = form.values;
  const problems = categoryProblems(categories).map(({ path, code }) => {
    const at = categories[Number(path.split('.')[1])];
    const name = at ? Object.values(at.names).find(Boolean) || at.code : '';
    return t(`activities:taxonomies.problem.${code as 'taken'}`, { name, maximum: MAX_LEVELS });
  });
  const refused = form.failure?.errors.filter(({ code }) => code === 'used') ?? [];
  return (
    <FormDialog
      title={title}
      size="lg"
      form={form}
      submit={t(isNew ? 'activities:taxonomies.create' : 'activities:save')}
      isDisabled={problems.length > 0}
      onClose={onClose}
    >
      {refused.map(({ params }) => (
        <p key={String(params?.category)} className="note alarm">
          {t('activities:taxonomies.problem.used', { name: String(params?.category ?? '') })}
        </p>
      ))}
      {children}
      <fieldset className="fields-3 grid grid-cols-3 gap-3 items-start max-[761px]:grid-cols-1">
        <legend className={LEGEND}>{t('activities:taxonomies.field.names')}</legend>
        {LOCALES.map((one) => (
          <TextField
            key={one}
            label={t(`common:language.${one}`)}
            value={names[one]}
            onChange={(text) => form.set('names', { ...names, [one]: text })}
            lang={one}
            maxLength={120}
            autoComplete="off"
            error={form.field('names').error && names[one].trim() === '' ? form.field('names').error : null}
          />
        ))}
      </fieldset>
      <Categories categories={categories} stored={used} onChange={(next) => form.set('categories', next)} />
      <div role="status" className={problems.length > 0 ? 'note alarm' : 'vh'}>
        {[...new Set(problems)].join(' ')}
      </div>
    </FormDialog>
  );
}
