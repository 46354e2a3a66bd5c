import { useMemo, useRef } from 'react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { createMachineChoice } from '../../lib/client/machines/machine-choice.store.ts';
import { TEMPLATES, type Template } from '../../lib/contract/screens.ts';
import { inLanguage, SCREEN_TEMPLATES } from '../../lib/domain/screens/templates/index.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import MachineChoice from '../machine-choice/MachineChoice.tsx';
import { writableWorkspaces } from '../shell/rights.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { newRowForm } from '../shell/useAdding.ts';
import { COVERING, LEGEND } from '../ui/form/choice-looks.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import type { ListStores } from './ListScreen.tsx';
import { PanelThumb } from './PanelThumb.tsx';

const RULES = { name: 'required|max:200' };
type Beginning = Template | 'empty';
const BEGINNINGS: readonly Beginning[] = [...TEMPLATES, 'empty'];
const NOTHING = { columns: 4, buttons: [] };

/** The dialog of a new screen: what it begins with, and whose it is. */
export default function NewScreen({ context, stores, onClose }: { context: PageContext; stores: ListStores; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  // Sent again after a broken line the same screen answers.
  const id = useRef(uuidv7());
  const workspaces = writableWorkspaces(context);
  const chosen = workspaces.find((one) => one.workspace_id === context.workspace);
  const form = useForm({
    initial: {
      template: 'operator_snapshot' as Beginning,
      name: '',
      workspace_id: (chosen ?? workspaces[0])?.workspace_id ?? '',
      machine_id: null as string | null,
    },
    rules: RULES,
    draft: newRowForm('screen', context.organization),
    onSubmit: async ({ template, ...values }) => {
      const body = { ...values, id: id.current, ...(template === 'empty' ? {} : { template: { key: template, locale } }) };
      const row = await stores.screens.create(body as Parameters<typeof stores.screens.create>[0]);
      navigateTo(href('/tm/screens/{id}', { id: row.id }, locale));
    },
  });
  const workspace = form.values.workspace_id;
  const machines = useMemo(() => createMachineChoice(stores.deps, workspace), [stores, workspace]);
  const pictures = useMemo(() => TEMPLATES.map((key) => [key, inLanguage(SCREEN_TEMPLATES[key], locale)] as const), [locale]);
  const picture = (key: Beginning) => pictures.find(([one]) => one === key)?.[1];
  return (
    <FormDialog title={t('screens:new.title')} size="lg" form={form} submit={t('screens:new.submit')} onClose={onClose}>
      <fieldset className="grid grid-cols-5 gap-2.5 max-[761px]:grid-cols-2">
        <legend className={LEGEND}>{t('screens:new.template')}</legend>
        {BEGINNINGS.map((key) => {
          const pictured = picture(key);
          return (
            <label
              className="group/choice relative grid cursor-pointer content-start gap-1 rounded-2 border border-line-2 p-2 not-has-checked:hover:border-line-control has-checked:border-accent has-checked:bg-accent-soft has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
              key={key}
            >
              <input
                className={COVERING}
                type="radio"
                name="template"
                value={key}
                checked={form.values.template === key}
                onChange={() => form.set('template', key)}
              />
              <PanelThumb large draft={pictured?.definition ?? NOTHING} {...(pictured ? { activities: pictured.activities } : {})} />
              <span className="med">{t(`screens:template.${key}.name`)}</span>
              <small className="text-ink-3 group-has-checked/choice:text-ink-2 text-11 leading-[15px]">
                {t(`screens:template.${key}.text`)}
              </small>
            </label>
          );
        })}
      </fieldset>
      <TextField
        {...form.field('name')}
        label={t('screens:field.name')}
        hint={t('screens:new.name_hint')}
        required
        autoFocus
        autoComplete="off"
      />
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        {!chosen && workspaces.length > 1 ? (
          <Select
            {...form.field('workspace_id')}
            onChange={(next) => {
              form.set('workspace_id', next);
              form.set('machine_id', null);
            }}
            label={t('screens:field.workspace_id')}
            options={workspaces.map((one) => ({ id: one.workspace_id, text: one.name }))}
            required
          />
        ) : null}
        {context.can('machines:read', workspace) ? (
          <MachineChoice
            key={workspace}
            store={machines}
            label={t('screens:field.machine_id')}
            value={form.values.machine_id}
            onChange={(machine) => form.set('machine_id', machine)}
          />
        ) : null}
      </div>
    </FormDialog>
  );
}
