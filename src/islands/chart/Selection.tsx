import { X, ZoomIn } from 'lucide-react';
import type { SelectionState, Span } from '../../lib/client/charts/series.store.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import { roughly } from '../../lib/domain/time/range.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import type { SideProps } from './Side.tsx';

/** Figures of the selected time for every channel of numbers in sight. */
export default function Selection({ channels, hidden, marks, selection, onClear, onZoom }: SideProps & { selection: SelectionState }) {
  const t = useT();
  const format = useFormat();
  const labels = axisLabels(format, useTimeZone());
  const numbers = channels.filter((channel) => !hidden.has(channel.id) && (channel.kind === 'gauge' || channel.kind === 'counter'));
  const touches = ({ from, to }: Span) => from <= selection.to * 1000 && to >= selection.from * 1000;
  return (
    <section className="chart-selection bg-accent-soft">
      <header>
        <h2 className="h2">{t('dataloggers:chart.selection', { range: labels.range(selection.from, selection.to) })}</h2>
        <span className="spacer" />
        <IconButton size="sm" icon={X} label={t('dataloggers:chart.selection_clear')} onPress={onClear} />
      </header>
      <p className="label">{format.interval(roughly((selection.to - selection.from) / 1000))}</p>
      {numbers.map((channel) => {
        const figures = selection.figures[channel.id];
        const text = (value: number | undefined, more = 0) => {
          if (selection.status === 'loading') return <Skeleton width={56} />;
          return value === undefined
            ? '–'
            : format.quantity(value, channel.unit, channel.decimals === null ? null : channel.decimals + more);
        };
        return (
          <div key={channel.id}>
            <p className="label med">{channel.name}</p>
            {(['failed', 'ahead', 'suspect'] as const).map((kind) =>
              marks.get(channel.id)![kind].some(touches) ? (
                <p className="label" key={kind}>
                  <Status kind={kind === 'failed' ? 'offline' : 'late'}>{t(`dataloggers:chart.${kind}_here`)}</Status>
                </p>
              ) : null,
            )}
            <dl className="stats grid grid-cols-[1fr_1fr] gap-y-2 gap-x-4 pt-1 px-4 pb-3">
              <div>
                <dt className="text-11 leading-[16px] text-ink-2">{t('dataloggers:chart.mean')}</dt>
                <dd className="text-16 leading-[20px] font-medium">{text(figures?.mean, 1)}</dd>
              </div>
              <div>
                <dt className="text-11 leading-[16px] text-ink-2">{t('dataloggers:chart.n')}</dt>
                <dd className="text-16 leading-[20px] font-medium">
                  {selection.status === 'loading' ? <Skeleton width={40} /> : format.number(figures?.n ?? 0)}
                </dd>
              </div>
              <div>
                <dt className="text-11 leading-[16px] text-ink-2">{t('dataloggers:chart.min')}</dt>
                <dd className="text-16 leading-[20px] font-medium">{text(figures?.min)}</dd>
              </div>
              <div>
                <dt className="text-11 leading-[16px] text-ink-2">{t('dataloggers:chart.max')}</dt>
                <dd className="text-16 leading-[20px] font-medium">{text(figures?.max)}</dd>
              </div>
            </dl>
          </div>
        );
      })}
      <div className="py-0 px-4">
        <Button size="sm" icon={ZoomIn} onPress={() => onZoom(selection)}>
          {t('dataloggers:chart.zoom_here')}
        </Button>
      </div>
    </section>
  );
}
