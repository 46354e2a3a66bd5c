import { type Against, readAgainst, writeAgainst } from '../../lib/domain/time/compare.ts';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { dayAt } from '../range/calendar-day.ts';
import { useTimeZone } from '../shell/zone.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { DateField } from '../ui/form/MomentField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { useForm } from '../ui/form/useForm.ts';

await ready('chart-tools', 'forms');

const NONE = '';
const DAY = 'day';
const BEFORE = ['1d', '7d'] as const;

/** With which time the shown one is compared. */
export default function CompareDialog({
  against,
  onChoose,
  onClose,
}: {
  against: Against | null;
  onChoose: (against: Against | null) => void;
  onClose: () => void;
}) {
  const t = useT();
  const zone = useTimeZone();
  const said = writeAgainst(against);
  const form = useForm({
    initial: {
      with: said === null ? '1d' : against?.kind === 'day' ? DAY : said,
      day: (against?.kind === 'day' ? new Date(noonOf(against.day, zone)).toISOString() : null) as string | null,
    },
    draft: 'chart comparison',
    rules: {},
    onSubmit: async (values) => {
      onChoose(
        values.with === DAY ? (values.day === null ? null : readAgainst(dayAt(Date.parse(values.day), zone))) : readAgainst(values.with),
      );
    },
  });
  const chosen = form.field('with').value;
  return (
    <FormDialog title={t('chart-tools:compare.title')} form={form} submit={t('chart-tools:compare.submit')} onClose={onClose}>
      <Select
        {...form.field('with')}
        label={t('chart-tools:compare.with')}
        hint={t('chart-tools:compare.hint')}
        options={[
          ...BEFORE.map((id) => ({ id, text: t(`chart-tools:compare.before.${id}`) })),
          { id: DAY, text: t('chart-tools:compare.day') },
          { id: NONE, text: t('chart-tools:compare.none') },
        ]}
      />
      {chosen === DAY ? (
        <DateField {...form.typed('day')} label={t('chart-tools:compare.chosen_day')} zone={zone} required max={new Date().toISOString()} />
      ) : null}
    </FormDialog>
  );
}
