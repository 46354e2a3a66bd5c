import { useMemo, useState } from 'react';
import type { DataloggersStore } from '../../lib/client/dataloggers/dataloggers.store.ts';
import { createFirstMessage } from '../../lib/client/dataloggers/first-message.store.ts';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { createCredential } from '../../lib/contract/credentials.ts';
import { createDatalogger, type Datalogger } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ImportButton } from '../imports/ImportButton.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { newRowForm } from '../shell/useAdding.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';
import { RULES } from './rules.ts';
import { TokenShown } from './TokenShown.tsx';
import { type ChosenType, TypeChoice } from './TypeChoice.tsx';

/** A new logger has none yet. */
const NO_CHANNELS: readonly Channel[] = [];

/** Seconds between messages where neither a person nor a type says otherwise. */
const INTERVAL_S = 60;

type NewDataloggerStage = { step: 'form' } | { step: 'token'; row: Datalogger; token: string };

export default function NewDatalogger({
  context,
  deps,
  store,
  onClose,
}: {
  context: PageContext;
  deps: StoreDeps;
  store: DataloggersStore;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const [state, setState] = useState<NewDataloggerStage>({ step: 'form' });
  const [id] = useState(() => uuidv7());
  const [filled, setFilled] = useState(INTERVAL_S);
  const first = useMemo(() => createFirstMessage(deps, id), [deps, id]);
  const workspaces = context.profile.links.workspaces.filter((one) => one.organization_id === context.organization);

  const form = useForm({
    initial: {
      name: '',
      workspace_id: context.workspace ?? workspaces[0]?.workspace_id ?? '',
      code: '',
      place: '',
      expected_interval_s: INTERVAL_S as number | null,
      auto_channels: true,
      logger_type_id: null as string | null,
      built_in_type: null as string | null,
    },
    schema: createDatalogger.body,
    rules: RULES,
    draft: newRowForm('datalogger', context.organization),
    onSubmit: async (values) => {
      const row = await store.create({
        ...values,
        id,
        code: values.code.trim() || null,
        place: values.place.trim() || null,
      });
      try {
        const { token } = await deps.call(createCredential, { params: { organization_id: deps.organization, id: row.id }, body: {} });
        setState({ step: 'token', row, token });
      } catch {
        // The logger is there; a token can be made on its own page.
        toast({ kind: 'late', text: t('dataloggers:token.failed') });
        navigateTo(`${href('/dlog/dataloggers/{id}', { id: row.id }, locale)}#tokens`);
      }
    },
  });

  const canMakeTypes = context.can('dlog:write', '');
  const { logger_type_id, built_in_type, expected_interval_s } = form.values;
  const chooseType = (chosen: ChosenType, interval: number | null) => {
    form.set('logger_type_id', chosen.logger_type_id);
    form.set('built_in_type', chosen.built_in_type);
    // An interval that nobody wrote follows the type.
    if (expected_interval_s === filled) form.set('expected_interval_s', interval ?? INTERVAL_S);
    setFilled(interval ?? INTERVAL_S);
  };

  if (state.step === 'token') {
    const { row } = state;
    const logger = { deps, id: row.id, name: row.name, typeId: row.logger_type_id, canMap: canMakeTypes };
    return (
      <Dialog
        title={t('dataloggers:token.title', { name: state.row.name })}
        isOpen
        size="lg"
        dismissable={false}
        onClose={onClose}
        footer={
          <>
            <Button onPress={onClose}>{t('dataloggers:token.done')}</Button>
            <ButtonLink variant="primary" href={href('/dlog/dataloggers/{id}', { id: state.row.id }, locale)}>
              {t('dataloggers:token.open')}
            </ButtonLink>
          </>
        }
      >
        <TokenShown token={state.token} first={first} logger={logger} />
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3">
          <span className="soft">{t('dataloggers:token.or_file')}</span>
          <ImportButton deps={deps} logger={state.row} channels={NO_CHANNELS} />
        </p>
      </Dialog>
    );
  }

  return (
    <FormDialog title={t('dataloggers:new.title')} form={form} submit={t('dataloggers:new.submit')} onClose={onClose}>
      <TextField
        {...form.field('name')}
        label={t('dataloggers:new.name')}
        hint={t('dataloggers:new.name_hint')}
        required
        autoFocus
        autoComplete="off"
      />
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        {workspaces.length > 1 ? (
          <Select
            {...form.field('workspace_id')}
            label={t('dataloggers:new.workspace')}
            options={workspaces.map((one) => ({ id: one.workspace_id, text: one.name }))}
            required
          />
        ) : null}
        <TypeChoice
          deps={deps}
          canMakeTypes={canMakeTypes}
          value={{ logger_type_id, built_in_type }}
          error={form.field('logger_type_id').error ?? form.field('built_in_type').error}
          onChange={chooseType}
        />
        <TextField {...form.field('place')} label={t('dataloggers:new.place')} autoComplete="off" />
        <TextField {...form.field('code')} label={t('dataloggers:new.code')} hint={t('dataloggers:new.code_hint')} autoComplete="off" />
        <NumberField
          {...form.typed('expected_interval_s')}
          label={t('dataloggers:new.interval')}
          hint={t('dataloggers:new.interval_hint')}
          unit={t('dataloggers:new.seconds')}
          min={1}
          max={31_536_000}
          decimals={0}
        />
      </div>
      <Checkbox {...form.check('auto_channels')} hint={t('dataloggers:new.auto_channels_hint')}>
        {t('dataloggers:new.auto_channels')}
      </Checkbox>
    </FormDialog>
  );
}
