import { useStore } from '@nanostores/react';
import type { AccountStore } from '../../lib/client/session/account.store.ts';
import type { Account } from '../../lib/contract/account.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { DURATION_FORMATS, type DurationFormat, ENGLISH, type Formats } from '../../lib/contract/formats.ts';
import { formatter } from '../../lib/i18n/format.ts';
import type { T } from '../../lib/i18n/index.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { englishOf } from '../../lib/i18n/region.ts';
import { weekdays } from '../organizations/choices.ts';
import { habitsOf } from '../shell/habits.ts';
import { $now } from '../ui/clock.ts';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { Select, type SelectOption } from '../ui/form/Select.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';
import { SaveRow } from './SaveRow.tsx';

/** What a field says where the person chose nothing. */
const NONE = 'none';
type Values = Record<keyof Formats, string>;
const FIELDS = ['date', 'time', 'first_day', 'duration', 'english'] as const satisfies readonly (keyof Formats)[];

const valuesOf = ({ formats }: Account): Values =>
  Object.fromEntries(FIELDS.map((field) => [field, String(formats[field] ?? NONE)])) as Values;
function formatsOf(values: Partial<Values>): Partial<Formats> {
  const given = Object.entries(values).map(([field, value]) => [
    field,
    value === NONE ? null : field === 'first_day' ? Number(value) : value,
  ]);
  return Object.fromEntries(given) as Partial<Formats>;
}

interface Props {
  store: AccountStore;
  row: Account;
  profile: Profile;
  organization: string | null;
  zone: string;
}

/** How dates, times and durations are written; each choice shows itself at once. */
export function FormatsForm({ store, row, profile, organization, zone }: Props) {
  const t = useT();
  const locale = useLocale();
  const common = habitsOf(profile, organization);
  const options = useOptions(common, zone);
  const { form, dirty, discard, conflict } = useRowForm<Account, Values>({
    row,
    valuesOf,
    draft: 'formats',
    label: (field) => t(`user:formats.${field}`),
    written: (field, value) => options[field].find(({ id }) => id === value)?.text ?? String(value),
    save: (rev, patch) => {
      const state = store.$state.get();
      const { formats } = state.status === 'ready' ? state.row : row;
      return store.save(rev, { formats: { ...formats, ...formatsOf(patch as Partial<Values>) } });
    },
    onSaved: () => toast({ text: t('user:formats.saved') }),
  });
  const { date = null, time = null, english = null, duration } = formatsOf(form.values);
  const format = formatter(locale, zone, { date, time, english, duration: duration ?? common.duration });
  // The first render is the server's, whose clock is another one.
  const now = useStore($now, { ssr: () => 0 });
  return (
    <form className="stack" {...form.props} aria-label={t('user:formats.title')}>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <div className="stack">
        {FIELDS.map((field) => (
          <Select key={field} {...form.field(field)} label={t(`user:formats.${field}`)} options={options[field]} />
        ))}
      </div>
      <dl
        className="flex flex-wrap gap-y-2 gap-x-6 py-3 px-4 border border-line rounded-2 bg-ground print:break-inside-avoid"
        aria-label={t('user:formats.example')}
      >
        <div>
          <dt className="text-11 text-ink-3">{t('user:formats.example_moment')}</dt>
          <dd className="text-14 whitespace-nowrap">{now === 0 ? '\u00a0' : `${format.date(now, 'weekday')}\u00a0 ${format.time(now)}`}</dd>
        </div>
        <div>
          <dt className="text-11 text-ink-3">{t('user:formats.example_duration')}</dt>
          <dd className="text-14 whitespace-nowrap">{format.duration(EXAMPLE_S)}</dd>
        </div>
      </dl>
      <SaveRow dirty={dirty} busy={form.busy} onDiscard={discard} />
      {conflict}
    </form>
  );
}

/** 1 h 23 min 45 s. */
const EXAMPLE_S = 5_025;

const durationName = (t: T, duration: DurationFormat) => t(`user:formats.${duration}`);

function useOptions(common: { duration: DurationFormat; first_day: number }, zone: string): Record<keyof Formats, SelectOption[]> {
  const t = useT();
  const locale = useLocale();
  const days = weekdays(locale);
  const asOrganization = (now: string) => ({ id: NONE, text: `${t('user:formats.organization')} (${now})` });
  return {
    date: [
      { id: NONE, text: t('user:formats.language') },
      ...(['iso', 'day_first', 'month_first'] as const).map((id) => ({ id, text: t(`user:formats.${id}`) })),
    ],
    time: [
      { id: NONE, text: t('user:formats.language') },
      { id: '24h', text: t('user:formats.h24') },
      { id: '12h', text: t('user:formats.h12') },
    ],
    first_day: [asOrganization(days[common.first_day - 1] ?? ''), ...days.map((text, index) => ({ id: String(index + 1), text }))],
    english: [
      { id: NONE, text: `${t('user:formats.zone')} (${t(`user:formats.${englishOf(null, zone)}`)})` },
      ...ENGLISH.map((id) => ({ id, text: t(`user:formats.${id}`) })),
    ],
    duration: [asOrganization(durationName(t, common.duration)), ...DURATION_FORMATS.map((id) => ({ id, text: durationName(t, id) }))],
  };
}
