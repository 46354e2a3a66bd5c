import { Archive, Pause, Pencil, Play } from 'lucide-react';
import type { PlanPatch, RecordingPlansStore } from '../../lib/client/recording-plans/recording-plans.store.ts';
import type { RecordingPlan } from '../../lib/contract/recording-plans.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { weekdays } from '../organizations/choices.ts';
import { VERDICT_LAMPS } from '../recordings/RecordingStatus.tsx';
import { Button, type ButtonProps } from '../ui/Button.tsx';
import { failureOf } from '../ui/problem.ts';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { EVERY_DAY } from './plan-values.ts';

/** When it begins, in one line. */
function useWhen(): (plan: RecordingPlan) => string {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  // A clock time belongs to no day: as it is written, without a zone.
  const clock = (text: string) => (locale === 'en' ? text : text.replace(/^0/, '').replace(':', '.'));
  return ({ trigger, starts, days, length_min, rule_name, before_min, after_min }) => {
    const long = weekdays(locale);
    const times = format.list(starts.map(clock));
    const at = { time: times };
    switch (trigger) {
      case 'day':
        return t('recording-plans:when.day', at);
      case 'week':
        return t('recording-plans:when.week', { ...at, day: long[(days[0] ?? 1) - 1] ?? '' });
      case 'shift':
        return t('recording-plans:when.shift');
      case 'times': {
        const length = format.interval((length_min ?? 0) * 60);
        return days.length === EVERY_DAY.length
          ? t('recording-plans:when.times_daily', { ...at, length })
          : t('recording-plans:when.times', { ...at, length, days: format.list(days.map((day) => long[day - 1] ?? '')) });
      }
      case 'alarm':
        return t('recording-plans:when.alarm', {
          rule: rule_name ?? '',
          start:
            before_min === 0
              ? t('recording-plans:when.from_begin')
              : t('recording-plans:when.before', { time: format.interval(before_min * 60) }),
          end:
            after_min === 0 ? t('recording-plans:when.to_end') : t('recording-plans:when.after', { time: format.interval(after_min * 60) }),
        });
    }
  };
}

/** One plan: when it begins recordings, and what it began. */
export function Plan({
  store,
  plan,
  mayWrite,
  onEdit,
  edit,
}: {
  store: RecordingPlansStore;
  plan: RecordingPlan;
  mayWrite: boolean;
  onEdit: () => void;
  edit: Partial<ButtonProps>;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const when = useWhen();
  const { name, active, next_from, channels, recordings, failure, skipped } = plan;
  const save = async (patch: PlanPatch, from: RecordingPlan = plan) => {
    try {
      return await store.save(from, patch);
    } catch (error) {
      toast({ kind: 'alarm', text: `${name}: ${t(`errors:${failureOf(error).code}`)}` });
      return null;
    }
  };
  const archive = async () => {
    const archived = await save({ archived: true });
    if (archived)
      toast({
        text: t('recording-plans:archived', { name }),
        action: { text: t('recording-plans:undo'), run: () => void save({ archived: false }, archived) },
      });
  };
  const next = !active
    ? t('recording-plans:next_off')
    : plan.trigger === 'alarm'
      ? t('recording-plans:next_alarm')
      : next_from === null
        ? t('recording-plans:no_shifts')
        : t('recording-plans:next', { time: format.dateTime(next_from, 'minute') });
  const gone = channels.filter((channel) => channel.name === null).length;
  return (
    <li className="grid grid-cols-2 items-start gap-x-8 gap-y-2 px-5 py-3 half:grid-cols-1 slim:px-4">
      <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="h2 min-w-0 wrap-anywhere">{name}</h2>
        {active ? <Status kind="online">{t('recording-plans:on')}</Status> : <Status kind="paused">{t('recording-plans:paused')}</Status>}
        <Tag>{t(`recordings:purpose.${plan.purpose}`)}</Tag>
        <span className="spacer slim:hidden" />
        {mayWrite ? (
          <span className="flex flex-wrap gap-1.5 slim:basis-full">
            <Button size="sm" icon={active ? Pause : Play} onPress={() => void save({ active: !active })}>
              {t(active ? 'recording-plans:pause' : 'recording-plans:resume')}
            </Button>
            <Button size="sm" icon={Pencil} onPress={onEdit} {...edit}>
              {t('recording-plans:edit')}
            </Button>
            <Button size="sm" variant="ghost" icon={Archive} onPress={() => void archive()}>
              {t('recording-plans:archive')}
            </Button>
          </span>
        ) : null}
      </div>
      <div className="grid min-w-0 gap-1">
        <p>{when(plan)}</p>
        <p className="soft wrap-anywhere">{format.list(channels.flatMap((channel) => channel.name ?? []))}</p>
        {gone > 0 ? <p className="text-alarm-text">{t('recording-plans:channels_gone', { count: gone })}</p> : null}
        {plan.note === null ? null : <p className="soft wrap-anywhere">{plan.note}</p>}
      </div>
      <div className="grid gap-2">
        <p>{next}</p>
        {failure === null ? null : (
          <p className="text-alarm-text">
            {t('recording-plans:failed', { time: format.dateTime(failure.at, 'minute') })} {t(`errors:${failure.code}`)}
          </p>
        )}
        {skipped > 0 ? <p className="soft">{t('recording-plans:skipped', { count: skipped })}</p> : null}
        {recordings.length === 0 ? (
          <p className="muted">{t('recording-plans:none')}</p>
        ) : (
          <ul className="grid gap-1" aria-label={t('recording-plans:recordings', { name })}>
            {recordings.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
                <a className="link min-w-0 wrap-anywhere" href={href('/dlog/recordings2/{id}', { id: one.id }, locale)}>
                  {one.name}
                </a>
                <span className="soft">{t(`recordings:state.${one.state}`)}</span>
                {one.verdict === null ? null : <Status kind={VERDICT_LAMPS[one.verdict]}>{t(`recordings:verdict.${one.verdict}`)}</Status>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
