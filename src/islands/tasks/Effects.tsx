import { BellRing, FileChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EffectsState } from '../../lib/client/received-data/reparse.store.ts';
import type { Foretold, ForetoldAlarm, ReparseEffects } from '../../lib/contract/received-data.ts';
import { shownDifference, shownNumber } from '../../lib/domain/quantities/shown.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { type Glyph, Icon } from '../ui/Icon.tsx';

/** What follows from changed readings: which alarms are worked out again, and which recordings are no longer what they were. */
export function Effects({ of, whole, onRetry }: { of: EffectsState; whole: boolean; onRetry: () => void }) {
  const t = useT();
  if (of.status === 'none') return null;
  return (
    <section className="grid gap-2 border-t border-line-2 pt-3" aria-label={t('reparse-effects:title')}>
      <h3 className="text-12 font-medium text-ink-2">{t('reparse-effects:title')}</h3>
      {of.status === 'asking' ? <p role="status">{t('reparse-effects:asking')}</p> : null}
      {of.status === 'error' ? <ErrorState error={of.code} onRetry={onRetry} /> : null}
      {of.status === 'ready' ? (
        <>
          <Alarms of={of.effects} />
          <Recordings of={of.effects} />
          {of.effects.is_shortened ? <p className="muted">{t('reparse-effects:shortened')}</p> : null}
          {whole ? null : <p className="muted">{t('reparse-effects:so_far')}</p>}
        </>
      ) : null}
    </section>
  );
}

function Alarms({ of }: { of: ReparseEffects }) {
  const t = useT();
  const format = useFormat();
  const { rule_count, alarm_count, rules, foretold } = of;
  if (rule_count === 0) return <Line icon={BellRing} text={t('reparse-effects:no_rules')} />;
  const n = format.number(alarm_count);
  if (foretold === null)
    return (
      <Line
        icon={BellRing}
        text={
          alarm_count > 0
            ? t('reparse-effects:alarms', { count: alarm_count, n })
            : t('reparse-effects:watched', { count: rule_count, n: format.number(rule_count) })
        }
        isMore={rule_count > rules.length}
        note={t('reparse-effects:only_counted')}
      >
        {rules.map(({ id, name, alarms }) => (
          <li key={id}>
            <span className="wrap-anywhere">{name}</span>
            <span className="muted"> · {t('reparse-effects:of_rule', { n: format.number(alarms) })}</span>
          </li>
        ))}
      </Line>
    );
  if (foretold.withdrawn + foretold.begun + foretold.changed === 0)
    return (
      <Line
        icon={BellRing}
        text={alarm_count > 0 ? t('reparse-effects:no_fate', { count: alarm_count, n }) : t('reparse-effects:no_alarm')}
      />
    );
  return (
    <Line icon={BellRing} text={t('reparse-effects:fates')}>
      {FATES.filter((fate) => foretold[fate] > 0).map((fate) => (
        <Fates key={fate} fate={fate} of={foretold} />
      ))}
    </Line>
  );
}

const FATES = ['withdrawn', 'begun', 'changed'] as const;
type Fate = (typeof FATES)[number];
const fateOf = ({ before, after }: ForetoldAlarm): Fate => (after === null ? 'withdrawn' : before === null ? 'begun' : 'changed');

/** Alarms of one fate, by their names as far as they are told. */
function Fates({ fate, of }: { fate: Fate; of: Foretold }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const told = useTold();
  const named = of.alarms.filter((alarm) => fateOf(alarm) === fate);
  const rest = of[fate] - named.length;
  return (
    <li className="grid gap-0.5 pt-1">
      <span className="font-semi text-ink">{t(`reparse-effects:${fate}`, { n: format.number(of[fate]) })}</span>
      <ul className="grid gap-1">
        {named.map((alarm) => (
          <li key={`${alarm.rule_id} ${alarm.channel_id} ${(alarm.before ?? alarm.after)?.since}`} className="grid justify-items-start">
            {/* One that isn't there yet has no page: its rule's alarms are. */}
            <a
              className="link wrap-anywhere"
              href={
                alarm.id === null
                  ? `${href('/dlog/alarms', null, locale)}?${new URLSearchParams({ rule: alarm.rule_id })}`
                  : href('/dlog/alarms/{id}', { id: alarm.id }, locale)
              }
              target="_blank"
              rel="noreferrer"
            >
              {alarm.rule_name}
            </a>
            <span className="tnum text-12 wrap-anywhere text-ink-3">{told(alarm)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 ? <span className="muted">{t('reparse-effects:more_of', { n: format.number(rest) })}</span> : null}
    </li>
  );
}

/** Its channel, its time and its peak; of what changes both. */
function useTold(): (alarm: ForetoldAlarm) => string {
  const t = useT();
  const format = useFormat();
  const lasted = ({ since, over_at }: Span) => {
    if (over_at === null) return t('reparse-effects:goes_on');
    const seconds = Math.max(1, Math.round((Date.parse(over_at) - Date.parse(since)) / 1_000));
    return t('reparse-effects:lasted', { time: format.interval(seconds < 60 ? seconds : Math.round(seconds / 60) * 60) });
  };
  const peakOf = ({ kind, display_unit, conversion, decimals }: ForetoldAlarm, { peak }: Span) => {
    if (kind === 'no_data' || kind === 'sensor_error' || kind === 'state') return '';
    const shown = kind === 'rate' ? shownDifference(peak, conversion) : shownNumber(peak, conversion);
    return format.quantity(shown, display_unit, decimals);
  };
  return (alarm) => {
    const spans = [alarm.before, alarm.after].filter((span) => span !== null);
    const both = (texts: string[]) => [...new Set(texts)].join(' → ');
    const peak = both(spans.map((span) => peakOf(alarm, span)));
    return [
      alarm.channel_name,
      t('reparse-effects:from', { time: format.dateTime(spans[0]!.since, 'minute') }),
      both(spans.map(lasted)),
      ...(peak === '' ? [] : [t('reparse-effects:peak', { value: peak })]),
    ].join(' · ');
  };
}

type Span = NonNullable<ForetoldAlarm['before']>;

function Recordings({ of: { recording_count, signed_count, recordings } }: { of: ReparseEffects }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const text =
    recording_count > 0
      ? t('reparse-effects:recordings', { count: recording_count, n: format.number(recording_count) })
      : t('reparse-effects:no_recordings');
  // Of the only one it isn't said that it is one of them.
  const isAlone = recording_count === 1 && signed_count === 1;
  const signed =
    signed_count === 0
      ? ''
      : isAlone
        ? ` ${t('reparse-effects:alone_signed')}`
        : ` ${t('reparse-effects:signed', { count: signed_count, n: format.number(signed_count) })}`;
  return (
    <Line icon={FileChartLine} text={text + signed} isMore={recording_count > recordings.length}>
      {recordings.map(({ id, name, is_signed }) => (
        <li key={id}>
          <a className="link wrap-anywhere" href={href('/dlog/recordings2/{id}', { id }, locale)} target="_blank" rel="noreferrer">
            {name}
          </a>
          {is_signed ? <span className="muted"> · {t('reparse-effects:is_signed')}</span> : null}
        </li>
      ))}
    </Line>
  );
}

/** A sentence, and below it what it counts. */
function Line({
  icon,
  text,
  isMore = false,
  note,
  children = [],
}: {
  icon: Glyph;
  text: string;
  isMore?: boolean;
  note?: string;
  children?: ReactNode[];
}) {
  const t = useT();
  return (
    <div className="flex items-start gap-2">
      <span className="pt-0.5">
        <Icon of={icon} size={14} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="text-ink">{text}</p>
        {children.length > 0 ? <ul className="grid gap-0.5">{children}</ul> : null}
        {isMore ? <p className="muted">{t('reparse-effects:more')}</p> : null}
        {note === undefined ? null : <p className="muted">{note}</p>}
      </div>
    </div>
  );
}
