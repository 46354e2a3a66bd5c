import { type ReactNode, useRef } from 'react';
import type { ActivitiesStore, ActivityPatch } from '../../lib/client/activities/activities.store.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { type Activity, createActivity, updateActivity } from '../../lib/contract/activities.ts';
import type { Taxonomy } from '../../lib/contract/taxonomies.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { ActivityFields } from './ActivityFields.tsx';
import { type ActivityValues, NEW_ACTIVITY, valuesOf } from './activity-values.ts';

/** Rules of an activity's fields for `src/lib/validation`; the contract holds the same limits for the server. */
const RULES = { name: 'required|max:200', short: 'max:24' };

interface FormProps {
  /** Of the `form` element, for a button that stands outside of it. */
  id?: string;
  store: ActivitiesStore;
  taxonomies: readonly Taxonomy[];
  /** Buttons below the fields. */
  children?: (form: { busy: boolean; dirty: boolean }) => ReactNode;
}

/** An activity that is being made. */
export function NewActivityForm({
  id,
  store,
  taxonomies,
  workspace,
  color,
  children,
  onDone,
}: FormProps & { workspace: string; color: number; onDone: (row: Activity) => void }) {
  // Sent again after a broken line the same activity answers.
  const made = useRef(uuidv7());
  const form = useForm<ActivityValues>({
    initial: { ...NEW_ACTIVITY, color },
    schema: {
      safeParse: ({ icon, ...values }: ActivityValues) =>
        createActivity.body.safeParse({ ...values, icon: icon || null, workspace_id: workspace }),
    } as never,
    rules: RULES,
    fieldOf: { conflict: 'name' },
    onSubmit: async ({ icon, short, ...values }) => {
      onDone(await store.create({ ...values, short: short || null, icon: icon || null, id: made.current, workspace_id: workspace }));
    },
  });
  return (
    <form id={id} className="stack" {...form.props}>
      <FormFailure failure={form.failure} />
      <ActivityFields form={form} taxonomies={taxonomies} autoFocus />
      {children?.({ busy: form.busy, dirty: true })}
    </form>
  );
}

/** An activity that is changed; two people who change the same choose between their versions. */
export function ActivityForm({
  id,
  store,
  taxonomies,
  row,
  children,
  onDone,
}: FormProps & { row: Activity; onDone: (row: Activity) => void }) {
  const t = useT();
  const locale = useLocale();
  const categories = (value: unknown) =>
    Object.entries(value as Record<string, string>)
      .map(([taxonomy, code]) => {
        const found = taxonomies.find((one) => one.id === taxonomy);
        return `${found?.names[locale] ?? ''}: ${found?.categories.find((one) => one.code === code)?.names[locale] ?? code}`;
      })
      .join('\n');
  const { form, dirty, conflict } = useRowForm<Activity, ActivityValues>({
    row,
    valuesOf,
    schema: {
      safeParse: ({ icon, ...values }: ActivityValues) => updateActivity.body.safeParse({ ...values, icon: icon || null, rev: 0 }),
    } as never,
    rules: RULES,
    texts: ['name', 'kind'],
    label: (field) => t(`activities:field.${field}`),
    written: (field, value) => {
      if (field === 'kind') return t(`activities:kind.${value as 'state'}`);
      if (field === 'icon') return t(`activities:icon.${value as 'package'}`);
      if (field === 'color') return t('activities:color', { number: Number(value) });
      if (field === 'categories') return categories(value);
      return typeof value === 'boolean' ? t(value ? 'ui:conflict.yes' : 'ui:conflict.no') : String(value);
    },
    save: (rev, patch) => store.save(row.id, rev, patch as ActivityPatch),
    onSaved: onDone,
  });
  return (
    <form id={id} className="stack" {...form.props}>
      <FormFailure failure={form.failure} />
      <ActivityFields form={form} taxonomies={taxonomies} />
      {children?.({ busy: form.busy, dirty })}
      {conflict}
    </form>
  );
}
