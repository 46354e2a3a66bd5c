import { useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DateField } from '../ui/form/MomentField.tsx';

/** Days of the workspace stand for themselves: the fields work with their beginnings in UTC. */
const toMoment = (day: string | null) => (day === null ? null : `${day}T00:00:00Z`);
const toDay = (moment: string | null) => (moment === null ? null : moment.slice(0, 10));

/** From which day to which. */
export default function Days({
  from: first,
  to: last,
  onChoose,
  onClose,
}: {
  from: string | null;
  to: string | null;
  onChoose: (days: { from: string | null; to: string | null }) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [from, setFrom] = useState(toMoment(first));
  const [to, setTo] = useState(toMoment(last));
  const choose = () => {
    // Written the wrong way round, they are meant the right one.
    const [a, b] = from !== null && to !== null && from > to ? [to, from] : [from, to];
    onChoose({ from: toDay(a), to: toDay(b) });
    onClose();
  };
  return (
    <Dialog
      title={t('measurements:filter.period')}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t('measurements:cancel')}</Button>
          <Button variant="primary" onPress={choose}>
            {t('measurements:filter.apply')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-3">
        <DateField label={t('measurements:filter.from')} zone="UTC" value={from} onChange={setFrom} />
        <DateField label={t('measurements:filter.to')} zone="UTC" value={to} onChange={setTo} />
      </div>
    </Dialog>
  );
}
