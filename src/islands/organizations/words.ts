import { useMemo } from 'react';
import type { Locale } from '../../lib/constants.ts';
import type { DurationFormat } from '../../lib/contract/formats.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { currencyOptions, weekdays } from './choices.ts';
import { CONSENTS, type Values } from './general.ts';

/** 1 h 23 min 45 s: long enough that each notation looks different. */
const EXAMPLE_S = 5_025;

const KEEP = { keep_received_days: 'received', keep_readings_days: 'readings', keep_rollups_days: 'rollups' } as const;

export interface GeneralWords {
  label(field: keyof Values): string;
  /** A value for the eye. */
  written(field: keyof Values, value: unknown): string;
  days(count: number | null): string;
  duration(style: DurationFormat): string;
}

/** Names and values of the settings in the reader's language. */
export function useGeneralWords(): GeneralWords {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  return useMemo(() => {
    const days: GeneralWords['days'] = (count) =>
      count === null ? t('organizations:retention.forever_short') : t('organizations:retention.count', { count });
    const duration: GeneralWords['duration'] = (style) => formatter(locale, 'UTC', { duration: style }).duration(EXAMPLE_S);
    return {
      days,
      duration,
      label(field) {
        switch (field) {
          case 'keep_received_days':
          case 'keep_readings_days':
          case 'keep_rollups_days':
            return t(`organizations:retention.${KEEP[field]}`);
          case 'ingest_mb_per_day':
          case 'ingest_quota_per_minute':
            return t(`organizations:intake.${field}`);
          case 'consent_cs':
          case 'consent_en':
          case 'consent_sk':
            return `${t('organizations:general.consent_text')} (${t(`common:language.${CONSENTS[field]}`)})`;
          case 'duration_format':
            return t('organizations:general.duration');
          case 'pseudonymous_workers':
            return t('organizations:general.pseudonymous');
          default:
            return t(`organizations:general.${field}`);
        }
      },
      written(field, value) {
        switch (field) {
          case 'keep_received_days':
          case 'keep_readings_days':
          case 'keep_rollups_days':
            return days(value as number | null);
          case 'ingest_mb_per_day':
            return value === null ? t('organizations:intake.allowed') : `${format.number(Number(value))}\u00a0MB`;
          case 'ingest_quota_per_minute':
            return value === null ? t('organizations:intake.unlimited') : format.number(Number(value));
          case 'duration_format':
            return t(`organizations:general.duration_option.${value as DurationFormat}`);
          case 'pseudonymous_workers':
          case 'four_eyes':
            return t(value ? 'ui:conflict.yes' : 'ui:conflict.no');
          case 'first_day':
            return weekdays(locale)[Number(value) - 1] ?? '';
          case 'locale':
            return t(`common:language.${value as Locale}`);
          default:
            return String(value);
        }
      },
    };
  }, [t, format, locale]);
}

export function useCurrencies(own: string) {
  const locale = useLocale();
  return useMemo(() => currencyOptions(own, locale), [own, locale]);
}
