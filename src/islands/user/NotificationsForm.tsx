import type { AccountStore } from '../../lib/client/session/account.store.ts';
import type { Account, Notifications } from '../../lib/contract/account.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { ClockField } from '../ui/form/ClockField.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { Select } from '../ui/form/Select.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';
import { SaveRow } from './SaveRow.tsx';

type Quiet = NonNullable<Notifications['quiet']>;
type Severity = NonNullable<Notifications['alarm_severities']>[number];
type Values = Required<Notifications>;
const SEVERITIES = ['info', 'warning', 'critical'] as const satisfies readonly Severity[];
const SILENT = ['none', 'favorites', 'all'] as const;
const NIGHT: Quiet = { from: 22 * 60, to: 6 * 60, critical: true };

const valuesOf = ({ notifications: { new_device, silent_loggers, alarm_severities, push_severities, quiet } }: Account): Values => ({
  ...{ new_device, silent_loggers },
  ...{
    alarm_severities: [...(alarm_severities ?? SEVERITIES)],
    push_severities: [...(push_severities ?? SEVERITIES)],
    quiet: quiet ?? null,
  },
});

const clockOf = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const LABELS = {
  new_device: 'new_device',
  silent_loggers: 'silent',
  alarm_severities: 'alarms',
  push_severities: 'alarms_push',
  quiet: 'quiet',
} as const;

/** Of what the person wants to be told in which way, and when. */
export function NotificationsForm({ store, row }: { store: AccountStore; row: Account }) {
  const t = useT();
  const { form, dirty, discard, conflict } = useRowForm<Account, Values>({
    row,
    valuesOf,
    draft: 'notifications',
    label: (field) => t(`user:notifications.${LABELS[field]}`),
    written: (field, value) => {
      if (field === 'silent_loggers') return t(`user:notifications.${value as Notifications['silent_loggers']}`);
      if (field === 'alarm_severities' || field === 'push_severities')
        return (value as Severity[]).map((one) => t(`user:notifications.severity.${one}`)).join(', ');
      if (field === 'quiet' && value !== null) return `${clockOf((value as Quiet).from)}–${clockOf((value as Quiet).to)}`;
      return t(value ? 'ui:conflict.yes' : 'ui:conflict.no');
    },
    save: (rev, patch) => {
      const state = store.$state.get();
      const { notifications } = state.status === 'ready' ? state.row : row;
      return store.save(rev, { notifications: { ...notifications, ...(patch as Partial<Notifications>) } });
    },
    onSaved: () => toast({ text: t('user:notifications.saved') }),
  });
  const { quiet } = form.values;
  return (
    <form className="stack" {...form.props} aria-label={t('user:notifications.title')}>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <Checkbox {...form.check('new_device')} hint={t('user:notifications.new_device_hint')}>
        {t('user:notifications.new_device')}
      </Checkbox>
      <Select
        {...form.field('silent_loggers')}
        onChange={(value) => form.set('silent_loggers', value as Notifications['silent_loggers'])}
        onCommit={() => undefined}
        label={t('user:notifications.silent')}
        options={SILENT.map((id) => ({ id, text: t(`user:notifications.${id}`) }))}
      />
      <div>
        <div className="grid grid-cols-2 items-start gap-4 max-[480px]:grid-cols-1">
          {(['alarm_severities', 'push_severities'] as const).map((way) => (
            <Severities
              key={way}
              legend={t(`user:notifications.${LABELS[way]}`)}
              chosen={form.values[way]}
              onChange={(all) => form.set(way, all)}
            />
          ))}
        </div>
        <p className="soft pt-2 text-12">{t('user:notifications.alarms_hint')}</p>
      </div>
      <Checkbox checked={quiet !== null} onChange={(on) => form.set('quiet', on ? NIGHT : null)} hint={t('user:notifications.quiet_hint')}>
        {t('user:notifications.quiet')}
      </Checkbox>
      {quiet === null ? null : (
        <>
          <div className="grid grid-cols-2 items-start gap-4 *:min-w-0">
            {(['from', 'to'] as const).map((end) => (
              <ClockField
                key={end}
                label={t(`user:notifications.quiet_${end}`)}
                value={clockOf(quiet[end])}
                onChange={(clock) => {
                  if (clock !== null) form.set('quiet', { ...quiet, [end]: minuteOf(clock) });
                }}
                required
              />
            ))}
          </div>
          <Checkbox checked={quiet.critical} onChange={(critical) => form.set('quiet', { ...quiet, critical })}>
            {t('user:notifications.quiet_critical')}
          </Checkbox>
        </>
      )}
      <SaveRow dirty={dirty} busy={form.busy} onDiscard={discard} />
      {conflict}
    </form>
  );
}

function Severities({ legend, chosen, onChange }: { legend: string; chosen: readonly Severity[]; onChange: (chosen: Severity[]) => void }) {
  const t = useT();
  return (
    <fieldset className="grid min-w-0 justify-items-start gap-2">
      <legend className="med pb-2">{legend}</legend>
      {SEVERITIES.map((one) => (
        <Checkbox
          key={one}
          checked={chosen.includes(one)}
          // In one order, so that the same choice is the same value.
          onChange={(on) => onChange(SEVERITIES.filter((other) => (other === one ? on : chosen.includes(other))))}
        >
          {t(`user:notifications.severity.${one}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
