import { type ReactNode, useRef } from 'react';
import type { ActivitiesStore, ActivityPatch } from '../../lib/client/activities/activities.store.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { type Activity, createActivity, updateActivity } from '../../lib/contract/activities.ts';
import type { Taxonomy } from '../../lib/contract/taxonomies.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { ActivityFields } from './ActivityFields.tsx';
import { type ActivityValues, NEW_ACTIVITY, valuesOf } from './activity-values.ts';

/** Rules of an activity's fields for `src/lib/validation`; the contract holds the same limits for the server. */
const RULES = { name: 'required|max:200', short: 'max:24' };

/** A form of an activity for whoever draws its frame. */
export interface ActivityParts {
  form: ReturnType<typeof useForm<ActivityValues>>;
  dirty: boolean;
  fields: ReactNode;
}

interface FormProps {
  store: ActivitiesStore;
  taxonomies: readonly Taxonomy[];
  /** The frame around the fields: a dialog, or the side of the editor. */
  children: (parts: ActivityParts) => ReactNode;
}

/** An activity that is being made. */
export function NewActivityForm({
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
    draft: `new-activity ${workspace}`,
    onSubmit: async ({ icon, short, ...values }) => {
      onDone(await store.create({ ...values, short: short || null, icon: icon || null, id: made.current, workspace_id: workspace }));
    },
  });
  return children({ form, dirty: true, fields: <ActivityFields form={form} taxonomies={taxonomies} /> });
}

/** An activity that is changed; two people who change the same choose between their versions. */
export function ActivityForm({ store, taxonomies, row, children, onDone }: FormProps & { row: Activity; onDone: (row: Activity) => void }) {
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
    draft: `activity ${row.id}`,
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
  const fields = (
    <>
      <ActivityFields form={form} taxonomies={taxonomies} />
      {conflict}
    </>
  );
  return children({ form, dirty, fields });
}
