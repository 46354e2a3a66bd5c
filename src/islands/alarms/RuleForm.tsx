import { useState } from 'react';
import type { AlarmRulesStore, RuleChoices } from '../../lib/client/alarm-rules/alarm-rules.store.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import {
  ALARM_SEVERITIES,
  type AlarmRule,
  type AlarmRuleKind,
  type AlarmSeverity,
  LONGEST_WINDOW_S,
} from '../../lib/contract/alarm-rules.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';
import { RuleHours } from './RuleHours.tsx';
import { RuleSubject } from './RuleSubject.tsx';
import { RuleTrial } from './RuleTrial.tsx';
import {
  escalationOf,
  hasHigh,
  hasLow,
  initialOf,
  isMeasured,
  kindsOf,
  limitsOf,
  type RuleValues,
  type ShownOf,
  shownOfType,
  spansOf,
  subjectOf,
  triedChannels,
} from './rule-values.ts';
import { readStates, shownDifference } from './shown-limits.ts';

/** As `delay` of the contract. */
const LONGEST_MIN = 7 * 24 * 60;
const GRID = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';

/** How the values are shown that a rule's limits are of; null = they are of whatever kinds. */
function shownBy(
  values: Pick<RuleValues, 'subject' | 'channel_id' | 'sensor_type_id'>,
  { channels, sensorTypes }: RuleChoices,
): ShownOf | null {
  if (values.subject === 'channel') return channels.find(({ channel }) => channel.id === values.channel_id)?.channel ?? null;
  const type = sensorTypes.find(({ id }) => id === values.sensor_type_id);
  return type ? shownOfType(type) : null;
}

/** A rule, and what it would have raised before it is kept. */
export function RuleForm({
  store,
  rule,
  choices,
  context,
  onClose,
}: {
  store: AlarmRulesStore;
  rule: AlarmRule | null;
  /** Channels are those that the person may watch. */
  choices: RuleChoices;
  context: PageContext;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  // Sent again after a broken line the same rule answers.
  const [id] = useState(() => uuidv7());
  const [first] = choices.channels;
  const form = useForm<RuleValues>({
    initial: initialOf(
      rule,
      rule
        ? shownBy(
            {
              subject: rule.channel_id === null ? 'types' : 'channel',
              channel_id: rule.channel_id ?? '',
              sensor_type_id: rule.sensor_type_id ?? '',
            },
            choices,
          )
        : null,
      first,
    ),
    rules: { name: 'required|max:80' },
    draft: rule ? `alarm-rule ${rule.id}` : `new-alarm-rule ${context.organization}`,
    onSubmit: async (values) => {
      const { severity, recipients } = values;
      const body = { name: values.name.trim(), severity, recipients, escalation: escalationOf(values, rule), ...limits() };
      const saved = rule ? await store.save(rule, body) : await store.create({ id, ...subjectOf(values, context.workspace), ...body });
      toast({ text: t(rule ? 'alarm-rules:saved' : 'alarm-rules:created', { name: saved.name }) });
      onClose();
    },
  });
  const { values } = form;
  const shown = shownBy(values, choices);
  const kinds = kindsOf(shown, rule);
  const kind = kinds.includes(values.kind) ? values.kind : kinds[0]!;
  const unit = shown?.display_unit ? { unit: shown.display_unit } : {};
  const zone = rule?.schedule?.zone ?? zoneOf(context);
  const limits = () => limitsOf({ ...values, kind }, shown, { zone, rule });
  const put = (next: Partial<RuleValues>) => {
    for (const [name, value] of Object.entries(next)) form.set(name as keyof RuleValues, value as never);
  };
  const places = [
    ...(context.workspace === null ? [] : (['workspace'] as const)),
    ...(context.can('dlog:write', '') ? (['everywhere'] as const) : []),
  ];
  const tried = triedChannels(values, choices);
  const type = values.subject === 'types' ? choices.sensorTypes.find((one) => one.id === values.sensor_type_id) : undefined;

  return (
    <FormDialog
      title={rule ? t('alarm-rules:edit', { name: rule.name }) : t('alarm-rules:new')}
      form={form}
      submit={t(rule ? 'alarm-rules:save' : 'alarm-rules:create')}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={t('alarm-rules:name')} required autoFocus autoComplete="off" />
      {rule ? (
        <p className="soft">{t('alarm-rules:version', { version: rule.version, time: format.dateTime(rule.valid_from, 'minute') })}</p>
      ) : (
        <RuleSubject
          value={{ ...values, place: places.includes(values.place as never) ? values.place : (places[0] ?? 'workspace') }}
          choices={choices}
          places={places}
          error={form.field('channel_id').error}
          count={tried.length}
          onChange={put}
        />
      )}
      <div className={GRID}>
        <Select
          {...form.field('kind')}
          value={kind}
          label={t('alarm-rules:kind')}
          options={kinds.map((one) => ({ id: one, text: t(`alarm-rules:kinds.${one}`) }))}
          onChange={(next) => form.set('kind', next as AlarmRuleKind)}
          onCommit={(next) => form.set('kind', next as AlarmRuleKind)}
        />
        <Select
          {...form.field('severity')}
          label={t('alarm-rules:severity')}
          options={ALARM_SEVERITIES.map((one) => ({ id: one, text: t(`alarms:severity.${one}`) }))}
          onChange={(next) => form.set('severity', next as AlarmSeverity)}
          onCommit={(next) => form.set('severity', next as AlarmSeverity)}
        />
        {hasLow(kind) ? <NumberField {...form.typed('low')} label={t('alarm-rules:low')} {...unit} required /> : null}
        {hasHigh(kind) ? (
          <NumberField
            {...form.typed('high')}
            label={t(kind === 'rate' ? 'alarm-rules:rise' : 'alarm-rules:high')}
            {...unit}
            {...(kind === 'rate' ? { min: 0 } : { required: true })}
          />
        ) : null}
        {kind === 'rate' ? (
          <>
            <NumberField {...form.typed('fall')} label={t('alarm-rules:fall')} {...unit} min={0} />
            <NumberField
              {...form.typed('window')}
              label={t('alarm-rules:window')}
              hint={t('alarm-rules:window_hint')}
              unit="min"
              min={1}
              max={LONGEST_WINDOW_S / 60}
              required
            />
          </>
        ) : null}
        {kind === 'state' && shown?.state_words ? (
          <States
            words={shown.state_words}
            chosen={readStates(values.states)}
            onChange={(states) => form.set('states', states.join(', '))}
          />
        ) : kind === 'state' ? (
          <TextField {...form.field('states')} label={t('alarm-rules:states')} hint={t('alarm-rules:states_hint')} autoComplete="off" />
        ) : null}
        {isMeasured(kind) ? (
          <NumberField
            {...form.typed('hysteresis')}
            label={t('alarm-rules:hysteresis')}
            hint={t('alarm-rules:hysteresis_hint')}
            {...unit}
            min={0}
          />
        ) : null}
      </div>
      <div className={GRID}>
        <NumberField
          {...form.typed('on_delay')}
          label={t(kind === 'no_data' ? 'alarm-rules:silent_for' : 'alarm-rules:on_delay')}
          unit="min"
          min={kind === 'no_data' ? 1 : 0}
          max={LONGEST_MIN}
        />
        {kind === 'no_data' ? null : (
          <NumberField {...form.typed('off_delay')} label={t('alarm-rules:off_delay')} unit="min" min={0} max={LONGEST_MIN} />
        )}
        <NumberField
          {...form.typed('cool_down')}
          label={t('alarm-rules:cool_down')}
          hint={t('alarm-rules:cool_down_hint')}
          unit="min"
          min={0}
          max={LONGEST_MIN}
        />
      </div>
      <RuleHours value={values} zone={zone} shifts={spansOf(choices.shifts)} onChange={put} />
      <Checkbox checked={values.latch} onChange={(latch) => form.set('latch', latch)} hint={t('alarm-rules:latch_hint')}>
        {t('alarm-rules:latch')}
      </Checkbox>
      <Recipients people={choices.people} chosen={values.recipients} onChange={(recipients) => form.set('recipients', recipients)} />
      {choices.people.length === 0 ? null : (
        <div className="grid gap-2">
          <p className="med">{t('alarm-rules:escalation')}</p>
          <NumberField
            {...form.typed('escalate_after')}
            label={t('alarm-rules:escalate_after')}
            hint={t('alarm-rules:escalate_hint')}
            unit="min"
            min={1}
            max={1_440}
          />
          {values.escalate_after === null ? null : (
            <Recipients people={choices.people} chosen={values.escalate_to} onChange={(to) => form.set('escalate_to', to)} />
          )}
        </div>
      )}
      <RuleTrial
        store={store}
        rule={rule}
        channels={tried}
        sensorType={type ?? null}
        shown={shown}
        limits={limits}
        onChoose={({ hysteresis, on_delay_s }) =>
          put({ hysteresis: shown ? shownDifference(hysteresis, shown) : hysteresis, on_delay: on_delay_s / 60 })
        }
      />
    </FormDialog>
  );
}

/** Clock of the workspace, else of whoever looks. */
function zoneOf({ profile, workspace }: PageContext): string {
  const link = profile.links.workspaces.find(({ workspace_id }) => workspace_id === workspace) ?? profile.links.workspaces[0];
  return link?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** States by their words. */
function States({
  words,
  chosen,
  onChange,
}: {
  words: NonNullable<ShownOf['state_words']>;
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  return (
    <fieldset className="grid min-w-0 justify-items-start gap-2">
      <legend className="med">{t('alarm-rules:states')}</legend>
      {words.map((word) => (
        <Checkbox
          key={word.value}
          checked={chosen.includes(word.value)}
          onChange={(checked) => onChange(checked ? [...chosen, word.value] : chosen.filter((one) => one !== word.value))}
        >
          {word[locale] || String(word.value)}
        </Checkbox>
      ))}
    </fieldset>
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
    <fieldset className="grid min-w-0 justify-items-start gap-2">
      <legend className="med">{t('alarm-rules:recipients')}</legend>
      <p className="soft">{t('alarm-rules:recipients_hint')}</p>
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
