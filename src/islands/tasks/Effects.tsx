import { BellRing, FileChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EffectsState } from '../../lib/client/received-data/reparse.store.ts';
import type { ReparseEffects } from '../../lib/contract/received-data.ts';
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
      <h3 className="text-12 text-ink-3">{t('reparse-effects:title')}</h3>
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

function Alarms({ of: { rule_count, alarm_count, rules } }: { of: ReparseEffects }) {
  const t = useT();
  const format = useFormat();
  const text =
    alarm_count > 0
      ? t('reparse-effects:alarms', { count: alarm_count, n: format.number(alarm_count) })
      : rule_count > 0
        ? t('reparse-effects:watched', { count: rule_count, n: format.number(rule_count) })
        : t('reparse-effects:no_rules');
  return (
    <Line icon={BellRing} text={text} isMore={rule_count > rules.length}>
      {rules.map(({ id, name, alarms }) => (
        <li key={id}>
          <span className="wrap-anywhere">{name}</span>{' '}
          <span className="muted">{t('reparse-effects:of_rule', { n: format.number(alarms) })}</span>
        </li>
      ))}
    </Line>
  );
}

function Recordings({ of: { recording_count, signed_count, recordings } }: { of: ReparseEffects }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const text =
    recording_count > 0
      ? t('reparse-effects:recordings', { count: recording_count, n: format.number(recording_count) })
      : t('reparse-effects:no_recordings');
  const signed = signed_count > 0 ? ` ${t('reparse-effects:signed', { count: signed_count, n: format.number(signed_count) })}` : '';
  return (
    <Line icon={FileChartLine} text={text + signed} isMore={recording_count > recordings.length}>
      {recordings.map(({ id, name, is_signed }) => (
        <li key={id}>
          <a className="link wrap-anywhere" href={href('/dlog/recordings2/{id}', { id }, locale)} target="_blank" rel="noreferrer">
            {name}
          </a>
          {is_signed ? <span className="muted"> {t('reparse-effects:is_signed')}</span> : null}
        </li>
      ))}
    </Line>
  );
}

/** A sentence, and below it what it counts. */
function Line({ icon, text, isMore, children }: { icon: Glyph; text: string; isMore: boolean; children: ReactNode[] }) {
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
      </div>
    </div>
  );
}
