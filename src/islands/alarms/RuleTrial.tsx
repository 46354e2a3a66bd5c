import { useState } from 'react';
import type { AlarmRulesStore, AlarmTrial, WatchableChannel } from '../../lib/client/alarm-rules/alarm-rules.store.ts';
import type { AlarmRule } from '../../lib/contract/alarm-rules.ts';
import { limitsInUnit } from '../../lib/domain/alarms/in-unit.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { isMeasured, type RuleLimits, type ShownOf } from './rule-values.ts';
import { shownDifference } from './shown-limits.ts';
import { Trial } from './Trial.tsx';
import { TrialChart } from './TrialChart.tsx';
import { type Matrix, TrialCounts } from './TrialCounts.tsx';

const DAY_MS = 86_400_000;
const TRIED_DAYS = 30;
const DELAYS_S = [0, 60, 180, 300, 600];
const MOST_DELAYS = 6;
const MOST_HYSTERESES = 4;

interface Tried {
  trial: AlarmTrial;
  channel: WatchableChannel['channel'];
  limits: RuleLimits;
  matrix: Matrix | null;
  from: number;
  to: number;
}

/** What the rule would have raised of the readings of one of its channels, before it is kept. */
export function RuleTrial({
  store,
  rule,
  channels,
  sensorType,
  shown,
  limits,
  onChoose,
}: {
  store: AlarmRulesStore;
  rule: AlarmRule | null;
  /** On which it can be tried. */
  channels: readonly WatchableChannel[];
  /** Whose canonical unit the limits have; null = the channel's own. */
  sensorType: { id: string; quantity: Parameters<typeof limitsInUnit>[2]; display_unit: string } | null;
  shown: ShownOf | null;
  limits: () => RuleLimits;
  onChoose: (chosen: { hysteresis: number; on_delay_s: number }) => void;
}) {
  const t = useT();
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const [trying, setTrying] = useState(false);
  const channel = (channels.find((one) => one.channel.id === chosen) ?? channels[0])?.channel ?? null;

  const matrixOf = ({ kind, hysteresis, on_delay_s }: RuleLimits): Matrix | null => {
    if (!isMeasured(kind) || shown === null) return null;
    const step = hysteresis > 0 ? hysteresis : 0.5;
    const all = [...new Set([0, step / 2, step, step * 2])].slice(0, MOST_HYSTERESES);
    return {
      hysteresis: all.map((stored) => ({ stored, shown: format.quantity(shownDifference(stored, shown), shown.display_unit) })),
      on_delay_s: [...new Set([...DELAYS_S, on_delay_s])].sort((a, b) => a - b).slice(0, MOST_DELAYS),
    };
  };
  async function tryIt() {
    if (!channel) return;
    setTrying(true);
    const asked = limits();
    const matrix = matrixOf(asked);
    const to = Date.now();
    const from = to - TRIED_DAYS * DAY_MS;
    try {
      const trial = await store.tried({
        channel_id: channel.id,
        from: new Date(from).toISOString(),
        ...(sensorType ? { sensor_type_id: sensorType.id } : {}),
        ...(rule ? { rule_id: rule.id } : {}),
        ...(matrix ? { matrix: { hysteresis: matrix.hysteresis.map(({ stored }) => stored), on_delay_s: [...matrix.on_delay_s] } } : {}),
        ...asked,
      });
      setTried({ trial, channel, limits: asked, matrix, from, to });
    } catch (error) {
      toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
    } finally {
      setTrying(false);
    }
  }
  return (
    <div className="grid min-w-0 justify-items-start gap-2">
      {channels.length > 1 ? (
        <SearchSelect
          label={t('alarm-rules:tried_on')}
          value={channel?.id ?? ''}
          options={channels.map((one) => ({
            id: one.channel.id,
            text: [one.logger, one.channel.name].filter(Boolean).join(' · '),
            note: '',
          }))}
          onChange={setChosen}
          nothing={t('alarm-rules:no_channel')}
        />
      ) : null}
      <div>
        <Button onPress={() => void tryIt()} isPending={trying} isDisabled={channel === null}>
          {t('alarm-rules:try')}
        </Button>
      </div>
      {tried ? (
        <>
          <Trial trial={tried.trial} channel={tried.channel} kind={tried.limits.kind} />
          <TrialChart trial={tried.trial} shown={tried.channel} limits={linesOf(tried, sensorType)} from={tried.from} to={tried.to} />
          {tried.matrix && tried.trial.readings > 0 ? (
            <TrialCounts
              matrix={tried.matrix}
              counts={tried.trial.counts}
              draft={{ hysteresis: tried.limits.hysteresis, on_delay_s: tried.limits.on_delay_s }}
              onChoose={onChoose}
            />
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** Limits that are values themselves, in the unit of the channel. */
function linesOf({ limits, channel }: Tried, type: Parameters<typeof RuleTrial>[0]['sensorType']): number[] {
  if (limits.kind === 'rate') return [];
  const own = type ? limitsInUnit(limits, channel.own_unit, type.quantity, type.display_unit) : limits;
  return [own?.low ?? null, own?.high ?? null].filter((limit) => limit !== null);
}
