import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ShiftException } from '../../lib/contract/shift-calendars.ts';
import { dateOf } from '../../lib/domain/shifts/shifts.ts';
import { wallOf } from '../../lib/domain/time/wall-clock.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { useCoarseNow } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useCalendarWords } from './calendar.ts';
import { PartHead } from './PartHead.tsx';

const DAY_MS = 86_400_000;

/** Days that are not as their weekday says; those that are over are hidden until somebody asks for them. */
export function Exceptions({
  exceptions,
  zone,
  canWrite,
  onAdd,
  onEdit,
  onRemove,
}: {
  exceptions: readonly ShiftException[];
  zone: string;
  canWrite: boolean;
  onAdd: () => void;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
}) {
  const t = useT();
  const words = useCalendarWords();
  const now = useCoarseNow() ?? Date.now();
  const [all, setAll] = useState(false);
  const today = dateOf(Math.floor(wallOf(now, zone) / DAY_MS) * DAY_MS);
  const lines = exceptions.map((exception, index) => ({ exception, index }));
  const past = lines.filter(({ exception }) => exception.date < today).length;
  const shown = all ? lines : lines.filter(({ exception }) => exception.date >= today);
  return (
    <section className="stack">
      <PartHead title={t('workspaces:shifts.exceptions')}>
        <span className="spacer" />
        {canWrite ? (
          <Button size="sm" icon={Plus} onPress={onAdd}>
            {t('workspaces:shifts.add_exception')}
          </Button>
        ) : null}
      </PartHead>
      <p className="soft">{t('workspaces:shifts.exceptions_text')}</p>
      {shown.length === 0 && past === 0 ? <p className="muted">{t('workspaces:shifts.no_exceptions')}</p> : null}
      {shown.length > 0 ? (
        <ul className="exceptions border-t border-t-line-2">
          {shown.map(({ exception, index }) => (
            <li
              className="grid grid-cols-[150px_minmax(0,1fr)_auto] gap-y-0.5 gap-x-4 items-center min-h-11 py-1.5 px-0 border-b border-b-line slim:grid-cols-[minmax(0,1fr)_auto]"
              key={`${exception.date} ${index}`}
            >
              <span className="med whitespace-nowrap slim:col-start-1">{words.date(exception.date)}</span>
              <span className="flex flex-wrap gap-y-0.5 gap-x-3 slim:col-start-1">
                {exception.name ? <b className="med">{exception.name}</b> : null}
                <span className="soft">
                  {exception.shifts.length === 0 ? t('workspaces:shifts.nobody_works') : words.summary(exception.shifts)}
                </span>
              </span>
              {canWrite ? (
                <span className="row justify-end gap-0 slim:row-span-2 slim:row-start-1 slim:col-start-2">
                  <IconButton
                    icon={Pencil}
                    size="sm"
                    label={t('workspaces:shifts.edit_exception', { date: words.date(exception.date) })}
                    onPress={() => onEdit(index)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="sm"
                    label={t('workspaces:shifts.remove_exception', { date: words.date(exception.date) })}
                    onPress={() => onRemove(index)}
                  />
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {past > 0 && !all ? (
        <p className="row">
          <span className="muted">{t('workspaces:shifts.past', { count: past })}</span>
          <Button size="sm" variant="ghost" onPress={() => setAll(true)}>
            {t('workspaces:shifts.show_past')}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
