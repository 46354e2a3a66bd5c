import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import {
  createScheduleChoices,
  type ReportSchedulesStore,
  type ScheduleChoices,
} from '../../lib/client/report-schedules/report-schedules.store.ts';
import { LOCALES, type Locale } from '../../lib/constants.ts';
import type { ReportSchedule } from '../../lib/contract/report-schedules.ts';
import { MOST_REPORTED, REPORT_FORMATS, REPORT_PERIODS, type ReportFormat, type ReportPeriod } from '../../lib/contract/reports.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { hourText } from './hour-text.ts';

const GRID = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface Props {
  deps: StoreDeps;
  context: PageContext;
  store: ReportSchedulesStore;
  /** Null = a new one. */
  schedule: ReportSchedule | null;
  onClose: () => void;
}

/** A report that is made by the clock; loggers and people are asked for when somebody gets here. */
export default function EditSchedule(props: Props) {
  const t = useT();
  const [choices] = useState(() => createScheduleChoices(props.deps, props.context.workspace));
  useStarted(choices);
  const state = useStore(choices.$state);
  if (state.status === 'ready') return <Form {...props} choices={state.data} />;
  return (
    <Dialog title={t(props.schedule ? 'reports:form.edit' : 'reports:form.new')} isOpen onClose={props.onClose}>
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void choices.load()} />
      ) : (
        <div className="stack" aria-busy="true">
          <Skeleton width={220} />
          <Skeleton width={160} />
        </div>
      )}
    </Dialog>
  );
}

function Form({ context, store, schedule, choices, onClose }: Props & { choices: ScheduleChoices }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const zone = useTimeZone();
  // Sent again after a broken line the same schedule answers.
  const [id] = useState(() => uuidv7());
  const ofLogger = schedule?.channels
    ? (choices.channels.find((channel) => channel.id === schedule.channels?.[0])?.datalogger_id ?? '')
    : (schedule?.datalogger_id ?? '');
  const form = useForm({
    initial: {
      name: schedule?.name ?? '',
      datalogger_id: ofLogger,
      /** Empty = all of the logger. */
      channels: schedule?.channels ?? ([] as string[]),
      period: (schedule?.period ?? 'day') as ReportPeriod,
      hour: String(schedule?.hour ?? 6),
      format: (schedule?.format ?? 'pdf') as ReportFormat,
      locale: (schedule?.locale ?? locale) as Locale,
      recipients: schedule?.recipients ?? ([] as string[]),
    },
    rules: { name: 'required|max:80', datalogger_id: 'required' },
    draft: schedule ? `report-schedule ${schedule.id}` : `new-report-schedule ${context.organization}`,
    onSubmit: async ({ name, datalogger_id, channels, period, hour, recipients, ...values }) => {
      const of = channels.length === 0 ? { datalogger_id, channels: null } : { datalogger_id: null, channels };
      const body = { name: name.trim(), ...of, period, hour: Number(hour), recipients, ...values };
      const saved = schedule ? await store.save(schedule, body) : await store.create({ id, active: true, ...body });
      toast({ text: t(schedule ? 'reports:form.saved' : 'reports:form.created', { name: saved.name }) });
      onClose();
    },
  });
  const { values } = form;
  const own = choices.channels.filter(({ datalogger_id }) => datalogger_id === values.datalogger_id);
  const toggle = (list: readonly string[], one: string, on: boolean) => (on ? [...list, one] : list.filter((other) => other !== one));
  return (
    <FormDialog
      title={t(schedule ? 'reports:form.edit' : 'reports:form.new')}
      form={form}
      submit={t(schedule ? 'reports:form.save' : 'reports:form.create')}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={t('reports:form.name')} required autoFocus autoComplete="off" />
      <SearchSelect
        {...form.field('datalogger_id')}
        label={t('reports:form.logger')}
        required
        options={choices.loggers.map(({ id: logger, name, code }) => ({ id: logger, text: name, note: code ?? '' }))}
        onChange={(next) => {
          form.set('datalogger_id', next);
          form.set('channels', []);
        }}
        nothing={t('reports:form.no_logger')}
      />
      {own.length === 0 ? null : (
        <fieldset className="grid min-w-0 justify-items-start gap-2">
          <legend className="med">{t('reports:form.channels')}</legend>
          <p className="soft">{t('reports:form.channels_hint', { count: MOST_REPORTED })}</p>
          <div className="grid max-h-40 gap-1 overflow-y-auto">
            {own.map(({ id: channel, name }) => (
              <Checkbox
                key={channel}
                checked={values.channels.includes(channel)}
                disabled={values.channels.length >= MOST_REPORTED && !values.channels.includes(channel)}
                onChange={(on) => form.set('channels', toggle(values.channels, channel, on))}
              >
                {name}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
      <div className={GRID}>
        <Select
          {...form.field('period')}
          label={t('reports:form.period')}
          options={REPORT_PERIODS.map((one) => ({ id: one, text: t(`reports:period.${one}`) }))}
          {...(values.period === 'shift' ? { hint: t('reports:form.shift_hint') } : {})}
          onChange={(next) => form.set('period', next as ReportPeriod)}
          onCommit={(next) => form.set('period', next as ReportPeriod)}
        />
        {values.period === 'shift' ? null : (
          <Select
            {...form.field('hour')}
            label={t('reports:form.hour')}
            hint={t('reports:form.hour_hint')}
            options={HOURS.map((hour) => ({ id: String(hour), text: hourText(format, zone, hour) }))}
            onChange={(next) => form.set('hour', next)}
            onCommit={(next) => form.set('hour', next)}
          />
        )}
        <Select
          {...form.field('format')}
          label={t('reports:make.format')}
          options={REPORT_FORMATS.map((one) => ({ id: one, text: t(`reports:format.${one}`) }))}
          onChange={(next) => form.set('format', next as ReportFormat)}
          onCommit={(next) => form.set('format', next as ReportFormat)}
        />
        <Select
          {...form.field('locale')}
          label={t('reports:make.locale')}
          options={LOCALES.map((one) => ({ id: one, text: t(`reports:locale.${one}`) }))}
          onChange={(next) => form.set('locale', next as Locale)}
          onCommit={(next) => form.set('locale', next as Locale)}
        />
      </div>
      {choices.people.length === 0 ? null : (
        <fieldset className="grid min-w-0 justify-items-start gap-2">
          <legend className="med">{t('reports:form.recipients')}</legend>
          <p className="soft">{t('reports:form.recipients_hint')}</p>
          <div className="grid max-h-40 gap-1 overflow-y-auto">
            {choices.people.map(({ id: person, name }) => (
              <Checkbox
                key={person}
                checked={values.recipients.includes(person)}
                onChange={(on) => form.set('recipients', toggle(values.recipients, person, on))}
              >
                {name}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
    </FormDialog>
  );
}
