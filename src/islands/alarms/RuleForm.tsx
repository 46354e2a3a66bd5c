import { useState } from 'react';
import type { AlarmRulesStore, AlarmTrial, RuleChoices, WatchableChannel } from '../../lib/client/alarm-rules/alarm-rules.store.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { ALARM_SEVERITIES, type AlarmRule, type AlarmRuleKind, type AlarmSeverity } from '../../lib/contract/alarm-rules.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { readStates, shownDifference, shownLimit, storedDifference, storedLimit } from './shown-limits.ts';
import { Trial } from './Trial.tsx';

const NUMBER_KINDS: readonly AlarmRuleKind[] = ['above', 'below', 'outside', 'inside'];
const STATE_KINDS: readonly AlarmRuleKind[] = ['state'];
const DAY_MS = 86_400_000;
const TRIED_DAYS = 30;
/** As `delay` of the contract. */
const LONGEST_MIN = 7 * 24 * 60;
const GRID = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';

/** A rule, and what it would have raised before it is kept. */
export function RuleForm({
  store,
  rule,
  channels,
  people,
  organization,
  onClose,
}: {
  store: AlarmRulesStore;
  rule: AlarmRule | null;
  channels: readonly WatchableChannel[];
  people: RuleChoices['people'];
  organization: string;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  // Sent again after a broken line the same rule answers.
  const [id] = useState(() => uuidv7());
  const [trial, setTrial] = useState<AlarmTrial | null>(null);
  const [trying, setTrying] = useState(false);
  const [first] = channels;
  const own = channels.find(({ channel }) => channel.id === rule?.channel_id);
  const start = own ?? first;
  const form = useForm({
    initial: {
      name: rule?.name ?? '',
      channel_id: rule?.channel_id ?? start?.channel.id ?? '',
      kind: (rule?.kind ?? (start?.channel.kind === 'state' ? 'state' : 'above')) as AlarmRuleKind,
      low: rule && own ? shownLimit(rule.low, own.channel) : null,
      high: rule && own ? shownLimit(rule.high, own.channel) : null,
      states: rule?.states.join(', ') ?? '',
      hysteresis: (rule && own ? shownDifference(rule.hysteresis, own.channel) : 0) as number | null,
      on_delay: ((rule?.on_delay_s ?? 0) / 60) as number | null,
      off_delay: ((rule?.off_delay_s ?? 0) / 60) as number | null,
      severity: (rule?.severity ?? 'warning') as AlarmSeverity,
      recipients: rule?.recipients ?? [],
    },
    rules: { name: 'required|max:80', channel_id: 'required' },
    draft: rule ? `alarm-rule ${rule.id}` : `new-alarm-rule ${organization}`,
    onSubmit: async (values) => {
      const body = { name: values.name.trim(), severity: values.severity, recipients: values.recipients, ...limits() };
      const saved = rule ? await store.save(rule, body) : await store.create({ id, channel_id: values.channel_id, ...body });
      toast({ text: t(rule ? 'alarms:rule.saved' : 'alarms:rule.created', { name: saved.name }) });
      onClose();
    },
  });
  const { kind, channel_id } = form.values;
  const channel = channels.find((one) => one.channel.id === channel_id)?.channel ?? start?.channel ?? null;
  const unit = channel?.display_unit ? { unit: channel.display_unit } : {};
  const hasLow = kind === 'below' || kind === 'outside' || kind === 'inside';
  const hasHigh = kind === 'above' || kind === 'outside' || kind === 'inside';
  const kinds = channel?.kind === 'state' ? STATE_KINDS : NUMBER_KINDS;

  function limits() {
    const { low, high, hysteresis, on_delay, off_delay, states } = form.values;
    const of = channel ?? { conversion: null };
    return {
      kind,
      low: hasLow ? storedLimit(low, of) : null,
      high: hasHigh ? storedLimit(high, of) : null,
      states: kind === 'state' ? readStates(states) : [],
      hysteresis: kind === 'state' ? 0 : storedDifference(hysteresis ?? 0, of),
      on_delay_s: Math.round((on_delay ?? 0) * 60),
      off_delay_s: Math.round((off_delay ?? 0) * 60),
    };
  }
  async function tryIt() {
    if (!channel) return;
    setTrying(true);
    try {
      setTrial(await store.tried({ channel_id: channel.id, from: new Date(Date.now() - TRIED_DAYS * DAY_MS).toISOString(), ...limits() }));
    } catch (error) {
      toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
    } finally {
      setTrying(false);
    }
  }

  return (
    <FormDialog
      title={rule ? t('alarms:rule.edit', { name: rule.name }) : t('alarms:rule.new')}
      form={form}
      submit={t(rule ? 'alarms:rule.save' : 'alarms:rule.create')}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={t('alarms:rule.name')} required autoFocus autoComplete="off" />
      {rule ? (
        <p className="soft">{t('alarms:rule.version', { version: rule.version, time: format.dateTime(rule.valid_from, 'minute') })}</p>
      ) : (
        <SearchSelect
          {...form.field('channel_id')}
          label={t('alarms:rule.channel')}
          required
          options={channels.map(({ channel: one, logger }) => ({
            id: one.id,
            text: [logger, one.name].filter(Boolean).join(' · '),
            note: one.display_unit ?? '',
          }))}
          onChange={(next) => {
            form.set('channel_id', next);
            const chosen = channels.find((one) => one.channel.id === next)?.channel;
            form.set('kind', chosen?.kind === 'state' ? 'state' : kind === 'state' ? 'above' : kind);
          }}
          nothing={t('alarms:rule.no_channel')}
        />
      )}
      <div className={GRID}>
        <Select
          {...form.field('kind')}
          label={t('alarms:rule.kind')}
          options={kinds.map((one) => ({ id: one, text: t(`alarms:rule.kinds.${one}`) }))}
          onChange={(next) => form.set('kind', next as AlarmRuleKind)}
          onCommit={(next) => form.set('kind', next as AlarmRuleKind)}
        />
        <Select
          {...form.field('severity')}
          label={t('alarms:rule.severity')}
          options={ALARM_SEVERITIES.map((one) => ({ id: one, text: t(`alarms:severity.${one}`) }))}
          onChange={(next) => form.set('severity', next as AlarmSeverity)}
          onCommit={(next) => form.set('severity', next as AlarmSeverity)}
        />
        {hasLow ? <NumberField {...form.typed('low')} label={t('alarms:rule.low')} {...unit} required /> : null}
        {hasHigh ? <NumberField {...form.typed('high')} label={t('alarms:rule.high')} {...unit} required /> : null}
        {kind === 'state' ? (
          <TextField {...form.field('states')} label={t('alarms:rule.states')} hint={t('alarms:rule.states_hint')} autoComplete="off" />
        ) : (
          <NumberField
            {...form.typed('hysteresis')}
            label={t('alarms:rule.hysteresis')}
            hint={t('alarms:rule.hysteresis_hint')}
            {...unit}
            min={0}
          />
        )}
      </div>
      <div className={GRID}>
        <NumberField {...form.typed('on_delay')} label={t('alarms:rule.on_delay')} unit="min" min={0} max={LONGEST_MIN} />
        <NumberField {...form.typed('off_delay')} label={t('alarms:rule.off_delay')} unit="min" min={0} max={LONGEST_MIN} />
      </div>
      <Recipients people={people} chosen={form.values.recipients} onChange={(recipients) => form.set('recipients', recipients)} />
      <div className="stack tight justify-items-start">
        <Button onPress={() => void tryIt()} isPending={trying} isDisabled={channel === null}>
          {t('alarms:rule.try')}
        </Button>
        {trial && channel ? <Trial trial={trial} channel={channel} /> : null}
      </div>
    </FormDialog>
  );
}

function Recipients({
  people,
  chosen,
  onChange,
}: {
  people: RuleChoices['people'];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const t = useT();
  if (people.length === 0) return null;
  return (
    <fieldset className="stack tight">
      <legend className="med">{t('alarms:rule.recipients')}</legend>
      <p className="soft">{t('alarms:rule.recipients_hint')}</p>
      <div className="grid max-h-40 gap-1 overflow-y-auto">
        {people.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
