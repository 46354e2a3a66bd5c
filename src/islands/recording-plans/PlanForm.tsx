import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { createPlanChoices, type PlanChoices, type RecordingPlansStore } from '../../lib/client/recording-plans/recording-plans.store.ts';
import type { RecordingPlan } from '../../lib/contract/recording-plans.ts';
import { RECORDING_PURPOSES, type RecordingPurpose } from '../../lib/contract/recordings.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ChannelsField, channelOf, judgedBy } from '../recordings/ChannelsField.tsx';
import { isCrossed } from '../recordings/limits.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { type Fault, initialOf, type PlanValues, triggerOf } from './plan-values.ts';
import { WhenFields } from './WhenFields.tsx';

interface Props {
  deps: StoreDeps;
  context: PageContext;
  store: RecordingPlansStore;
  /** Null = a new one. */
  plan: RecordingPlan | null;
  onClose: () => void;
}

/** A plan by which recordings begin; rules and channels are asked for when somebody gets here. */
export default function PlanForm(props: Props) {
  const { deps, context, plan, onClose } = props;
  const t = useT();
  const workspace = plan?.workspace_id ?? context.workspace;
  const [choices] = useState(() => createPlanChoices(deps, workspace, plan?.channels.map(({ channel_id }) => channel_id) ?? []));
  useStarted(choices);
  const state = useStore(choices.$state);
  if (state.status === 'ready') return <Form {...props} choices={state.data} />;
  return (
    <Dialog title={t(plan ? 'recording-plans:form.edit' : 'recording-plans:form.new')} isOpen onClose={onClose} size="lg">
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void choices.load()} />
      ) : (
        <div className="stack" aria-busy="true">
          <Skeleton width={240} />
          <Skeleton width={180} />
        </div>
      )}
    </Dialog>
  );
}

function Form({ deps, context, store, plan, choices, onClose }: Props & { choices: PlanChoices }) {
  const t = useT();
  const locale = useLocale();
  const place = useTimeZone();
  const zone = plan?.time_zone ?? place;
  // Sent again after a broken line the same plan answers.
  const [id] = useState(() => uuidv7());
  const [fault, setFault] = useState<Fault | null>(null);
  const form = useForm<PlanValues>({
    initial: initialOf(
      plan,
      // A channel that is gone is left out: without it the plan works again.
      plan?.channels.flatMap(({ channel_id, limits }) => {
        const choice = choices.channels.find(({ channel }) => channel.id === channel_id);
        return choice ? [channelOf(choice, limits)] : [];
      }) ?? [],
    ),
    rules: { name: 'required|max:120', note: 'max:4000' },
    draft: plan ? `recording-plan ${plan.id}` : `new-recording-plan ${context.organization}`,
    onSubmit: async (values) => {
      const read = triggerOf(values);
      const problem = values.channels.length === 0 ? 'channels' : 'fault' in read ? read.fault : null;
      setFault(problem);
      if (problem !== null || 'fault' in read || values.channels.some(({ limits }) => isCrossed(limits))) return;
      const body = {
        ...{ name: values.name.trim(), purpose: values.purpose, note: values.note.trim() || null },
        channels: judgedBy(values.channels),
        ...(read.patch as Required<typeof read.patch>),
      };
      const saved = plan ? await store.save(plan, body) : await store.create({ id, ...body, locale, active: true });
      toast({ text: t(plan ? 'recording-plans:form.saved' : 'recording-plans:form.created', { name: saved.name }) });
      onClose();
    },
  });
  const put = (next: Partial<PlanValues>) => {
    for (const [name, value] of Object.entries(next)) form.set(name as keyof PlanValues, value as never);
    setFault(null);
  };
  return (
    <FormDialog
      title={t(plan ? 'recording-plans:form.edit' : 'recording-plans:form.new')}
      size="lg"
      form={form}
      submit={t(plan ? 'recording-plans:form.save' : 'recording-plans:form.create')}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <TextField
          {...form.field('name')}
          label={t('recording-plans:form.name')}
          hint={t('recording-plans:form.name_hint')}
          required
          autoFocus
          autoComplete="off"
        />
        <Select
          {...form.field('purpose')}
          label={t('recording-form:purpose')}
          options={RECORDING_PURPOSES.map((one) => ({ id: one, text: t(`recordings:purpose.${one}`) }))}
          onChange={(next) => form.set('purpose', next as RecordingPurpose)}
          onCommit={(next) => form.set('purpose', next as RecordingPurpose)}
        />
      </div>
      <WhenFields value={form.values} rules={choices.rules} zone={zone} fault={fault} onChange={put} />
      <ChannelsField
        deps={deps}
        workspace={plan?.workspace_id ?? context.workspace}
        channels={form.values.channels}
        missing={fault === 'channels'}
        onChange={(channels) => put({ channels })}
      />
      <div className="mt-4">
        <TextArea {...form.field('note')} label={t('recording-form:note')} rows={2} />
      </div>
    </FormDialog>
  );
}
