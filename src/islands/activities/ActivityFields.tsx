import { X } from 'lucide-react';
import { ACTIVITY_ICONS, ACTIVITY_KINDS, type ActivityKind } from '../../lib/contract/activities.ts';
import type { Category, Taxonomy } from '../../lib/contract/taxonomies.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { COVERING, LEGEND } from '../ui/form/choice-looks.ts';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import type { useForm } from '../ui/form/useForm.ts';
import { Icon } from '../ui/Icon.tsx';
import type { ActivityValues } from './activity-values.ts';
import { ColorChoice } from './ColorChoice.tsx';
import { ICONS } from './icons.ts';
import { asTree } from './tree.ts';

const NBSP = '\u00a0';

/** What an activity is: fields of the dialog and of the editor's side. */
export function ActivityFields({
  form,
  taxonomies,
}: {
  form: ReturnType<typeof useForm<ActivityValues>>;
  taxonomies: readonly Taxonomy[];
}) {
  const t = useT();
  const locale = useLocale();
  const { values } = form;
  const category = (taxonomy: Taxonomy, code: string) => {
    const { [taxonomy.id]: _, ...others } = values.categories;
    form.set('categories', code === '' ? others : { ...others, [taxonomy.id]: code });
    const found = taxonomy.categories.find((one) => one.code === code);
    // Whatever sorts by value says at once what the activity costs; it may still be said otherwise.
    if (taxonomy.key === 'value' && found) form.set('loss', found.loss);
  };
  return (
    <>
      <TextField {...form.field('name')} label={t('activities:field.name')} required autoFocus autoComplete="off" maxLength={200} />
      <TextField
        {...form.field('short')}
        label={t('activities:field.short')}
        hint={t('activities:short_hint')}
        autoComplete="off"
        maxLength={24}
      />
      <ColorChoice<number> label={t('activities:field.color')} value={values.color} onChange={(color) => form.set('color', color)} />
      <fieldset>
        <legend className={LEGEND}>{t('activities:field.icon')}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(30px,1fr))] gap-0.5 max-h-33.5 p-1 overflow-auto border border-line-2 rounded-2 pointer-coarse:grid-cols-[repeat(auto-fill,minmax(var(--control-touch),1fr))] pointer-coarse:max-h-46">
          {(['', ...ACTIVITY_ICONS] as const).map((name) => {
            const text = name === '' ? t('activities:no_icon') : t(`activities:icon.${name}`);
            return (
              <label
                className="relative grid h-7.5 cursor-pointer place-items-center rounded-1 text-ink-2 has-checked:bg-ink has-checked:text-surface has-focus-visible:shadow-focus not-has-checked:hover:bg-hover not-has-checked:hover:text-ink pointer-coarse:h-(--control-touch)"
                key={name}
                title={text}
              >
                <input
                  type="radio"
                  className={COVERING}
                  name="icon"
                  aria-label={text}
                  checked={values.icon === name}
                  onChange={() => form.set('icon', name)}
                />
                {name === '' ? <Icon of={X} size={14} className="muted" /> : <Icon of={ICONS[name]} />}
              </label>
            );
          })}
        </div>
      </fieldset>
      <Select
        {...form.field('kind')}
        onChange={(kind) => form.set('kind', kind as ActivityKind)}
        onCommit={(kind) => form.field('kind').onCommit(kind as ActivityKind)}
        label={t('activities:field.kind')}
        hint={t(`activities:kind_hint.${values.kind}`)}
        options={ACTIVITY_KINDS.map((id) => ({ id, text: t(`activities:kind.${id}`) }))}
      />
      {taxonomies
        .filter((one) => one.archived_at === null || values.categories[one.id] !== undefined)
        .map((taxonomy) => (
          <Select
            key={taxonomy.id}
            label={taxonomy.names[locale]}
            value={values.categories[taxonomy.id] ?? ''}
            options={[
              { id: '', text: t('activities:no_category') },
              ...asTree(taxonomy.categories).map(({ category, level }) => ({
                id: category.code,
                text: `${NBSP.repeat(4 * level)}${wordOf(category, locale)}`,
              })),
            ]}
            onChange={(code) => category(taxonomy, code)}
          />
        ))}
      <div className="grid min-w-0 justify-items-start gap-2">
        <Checkbox {...form.check('loss')}>{t('activities:field.loss')}</Checkbox>
        {values.kind === 'state' ? (
          <>
            <Checkbox {...form.check('element')}>{t('activities:field.element')}</Checkbox>
            <Checkbox {...form.check('ends_cycle')}>{t('activities:field.ends_cycle')}</Checkbox>
          </>
        ) : null}
      </div>
    </>
  );
}

const wordOf = ({ names }: Category, locale: 'cs' | 'en' | 'sk'): string => names[locale];
