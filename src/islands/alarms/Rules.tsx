import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { AlarmRulesStore, RuleChoices, WatchableChannel } from '../../lib/client/alarm-rules/alarm-rules.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { type AlarmRule, listAlarmRules } from '../../lib/contract/alarm-rules.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { AskedHere } from '../shell/Here.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { RuleForm } from './RuleForm.tsx';
import { type ShownOf, shownOfType } from './rule-values.ts';
import { shownDifference, shownLimit } from './shown-limits.ts';
import { useRuleStores } from './useRuleStores.ts';

await ready('alarm-rules');

/** Rules of the workspace, or of one logger. */
export default function Rules({
  deps,
  context,
  datalogger,
  onClose,
}: {
  deps: StoreDeps;
  context: PageContext;
  datalogger: string | null;
  onClose: () => void;
}) {
  const t = useT();
  const { rules, choices } = useRuleStores(deps, context.workspace, datalogger);
  useStarted(rules);
  useStarted(choices);
  const state = useStore(rules.$state);
  const channels = useStore(choices.$state);
  const [edited, setEdited] = useState<AlarmRule | 'new' | null>(null);
  const known = channels.status === 'ready' ? channels.data.channels : [];
  if (edited !== null && channels.status === 'ready')
    return (
      <RuleForm
        store={rules}
        rule={edited === 'new' ? null : edited}
        choices={{ ...channels.data, channels: known.filter(({ channel }) => context.can('dlog:write', channel.workspace_id)) }}
        context={context}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title={t('alarms:rules.title')}
      size="lg"
      isOpen
      onClose={onClose}
      footer={
        context.can('dlog:write') ? (
          <Button icon={Plus} onPress={() => setEdited('new')} isDisabled={channels.status !== 'ready'}>
            {t('alarms:rules.new')}
          </Button>
        ) : undefined
      }
    >
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void rules.load()} />
      ) : state.status === 'loading' ? (
        <div aria-busy="true">
          <Skeleton width={240} />
        </div>
      ) : state.data.length === 0 ? (
        <AskedHere
          context={context}
          deps={deps}
          ask={async (call) => {
            const of = datalogger === null ? {} : { datalogger_id: datalogger };
            return (await call(listAlarmRules, { params: { organization_id: context.organization }, query: of })).items.length;
          }}
        >
          <p className="soft">{t('alarms:empty.no_rules')}</p>
        </AskedHere>
      ) : (
        <ul className="border-t border-line-2 *:border-b *:border-line">
          {state.data.map((rule) => (
            <Line
              key={rule.id}
              store={rules}
              rule={rule}
              of={known.find(({ channel }) => channel.id === rule.channel_id)}
              choices={channels.status === 'ready' ? channels.data : null}
              canWrite={context.can('dlog:write', rule.workspace_id ?? '')}
              onEdit={() => setEdited(rule)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Line({
  store,
  rule,
  of,
  choices,
  canWrite,
  onEdit,
}: {
  store: AlarmRulesStore;
  rule: AlarmRule;
  of: WatchableChannel | undefined;
  choices: RuleChoices | null;
  canWrite: boolean;
  onEdit: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const type = choices?.sensorTypes.find(({ id }) => id === rule.sensor_type_id);
  const limits = useLimits(rule, of?.channel ?? (type ? shownOfType(type) : null));
  const names = [
    type?.names[locale],
    choices?.loggerTypes.find(({ id }) => id === rule.logger_type_id)?.name,
    choices?.machines.find(({ id }) => id === rule.machine_id)?.name,
  ];
  const subject =
    rule.channel_id === null ? [...names, t('alarm-rules:channels', { count: rule.channels })] : [of?.logger, of?.channel.name];
  const archive = async () => {
    try {
      const archived = await store.save(rule, { archived: true });
      toast({
        text: t('alarms:rules.archived', { name: rule.name }),
        action: { text: t('alarms:rules.undo'), run: () => void store.save(archived, { archived: false }) },
      });
    } catch (error) {
      toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
    }
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 py-1.5">
      <span className="two">
        <span className="med">{rule.name}</span>
        <small>{[...subject, limits, t(`alarms:severity.${rule.severity}`)].filter(Boolean).join(' · ')}</small>
      </span>
      {canWrite ? (
        <span className="flex gap-1.5">
          <Button size="sm" onPress={onEdit} isDisabled={choices === null || (rule.channel_id !== null && of === undefined)}>
            {t('alarms:rules.edit')}
          </Button>
          <Button size="sm" variant="ghost" onPress={() => void archive()}>
            {t('alarms:rules.archive')}
          </Button>
        </span>
      ) : null}
    </li>
  );
}

function useLimits(rule: AlarmRule, shown: ShownOf | null): string | null {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const kind = t(`alarm-rules:kinds.${rule.kind}`);
  if (rule.kind === 'no_data') return `${kind} ${format.interval(rule.on_delay_s)}`;
  if (rule.kind === 'sensor_error') return kind;
  if (!shown) return null;
  if (rule.kind === 'rate') {
    const change = (value: number) => format.quantity(shownDifference(value, shown), shown.display_unit);
    const sides = [rule.low, rule.high].filter((limit) => limit !== null).map(change);
    return `${kind} ${sides.join(' / ')}, ${format.interval(rule.window_s)}`;
  }
  const number = (value: number | null) => format.quantity(shownLimit(value, shown) ?? 0, shown.display_unit, shown.decimals);
  if (rule.kind === 'state')
    return rule.states.map((state) => shown.state_words?.find(({ value }) => value === state)?.[locale] || String(state)).join(', ');
  const limits = [rule.low, rule.high].filter((limit) => limit !== null).map(number);
  return `${kind} ${limits.join('–')}`;
}
