import { FileChartLine, Highlighter, X, ZoomIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Limits, SelectionState, Span } from '../../lib/client/charts/series.store.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Statistics } from '../../lib/contract/readings.ts';
import { conversionTo, unitsOf } from '../../lib/domain/quantities/quantities.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { roughly } from '../../lib/domain/time/range.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import type { SideProps } from './Side.tsx';

const NO_LIMITS: Limits = { above: null, below: null };

/** Figures of the selected time for every channel of numbers in sight, under limits for each unit. */
export default function Selection({
  channels,
  names,
  hidden,
  marks,
  selection,
  limits,
  onLimits,
  onClear,
  onZoom,
  record,
  onMark,
}: SideProps & { selection: SelectionState }) {
  const t = useT();
  const format = useFormat();
  const labels = axisLabels(format, useTimeZone());
  const numbers = channels.filter((channel) => !hidden.has(channel.id) && (channel.kind === 'gauge' || channel.kind === 'counter'));
  const units = Map.groupBy(numbers, ({ unit }) => unit ?? '');
  const touches = ({ from, to }: Span) => from <= selection.to * 1000 && to >= selection.from * 1000;
  return (
    // Paler words couldn't be read on its ground.
    <section className="chart-selection bg-accent-soft [&_.label]:px-4 [&_.label]:pb-0.5 [&_:is(.label,.muted)]:text-ink-2">
      <header>
        <h2 className="h2">{t('dataloggers:chart.selection', { range: labels.range(selection.from, selection.to) })}</h2>
        <span className="spacer" />
        <IconButton size="sm" icon={X} label={t('dataloggers:chart.selection_clear')} onPress={onClear} />
      </header>
      <p className="label">{format.interval(roughly((selection.to - selection.from) / 1000))}</p>
      {selection.status === 'error' ? <ErrorState error={selection.code} onRetry={() => onLimits(limits)} /> : null}
      {[...units].map(([unit, group]) => (
        <div key={unit}>
          <UnitFields unit={unit} value={limits[unit] ?? NO_LIMITS} onCommit={(next) => onLimits({ ...limits, [unit]: next })} />
          {group.map((channel) => {
            const name = names?.get(channel.id);
            return (
              <div key={channel.id}>
                <p className="label med">
                  {name?.name ?? channel.name}
                  {name?.under ? <span className="muted"> {name.under}</span> : null}
                </p>
                {(['failed', 'ahead', 'suspect'] as const).map((kind) =>
                  marks.get(channel.id)![kind].some(touches) ? (
                    <p className="label" key={kind}>
                      <Status kind={kind === 'failed' ? 'offline' : 'late'}>{t(`dataloggers:chart.${kind}_here`)}</Status>
                    </p>
                  ) : null,
                )}
                {selection.status === 'error' ? null : (
                  <FiguresOf channel={channel} figures={selection.figures[channel.id] ?? null} waiting={selection.status === 'loading'} />
                )}
              </div>
            );
          })}
        </div>
      ))}
      <div className="flex flex-wrap gap-1.5 py-0 px-4">
        {onMark ? (
          <Button size="sm" icon={Highlighter} onPress={() => onMark(selection)}>
            {t('dataloggers:chart.mark_here')}
          </Button>
        ) : null}
        <Button size="sm" icon={ZoomIn} onPress={() => onZoom(selection)}>
          {t('dataloggers:chart.zoom_here')}
        </Button>
        {record ? (
          <ButtonLink
            size="sm"
            icon={FileChartLine}
            href={record(
              channels.filter(({ id }) => !hidden.has(id)).map(({ id }) => id),
              selection,
            )}
          >
            {t('dataloggers:chart.record_here')}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  );
}

/** Between which values it is told how long the channels of a unit were outside. */
function UnitFields({ unit, value, onCommit }: { unit: string; value: Limits; onCommit: (limits: Limits) => void }) {
  const t = useT();
  const [{ above, below }, setDraft] = useState(value);
  const field = (which: keyof Limits, number: number | null) => ({
    label: t(`dataloggers:chart.limit_${which}`),
    ...(unit === '' ? {} : { unit }),
    value: number,
    onChange: (next: number | null) => setDraft((draft) => ({ ...draft, [which]: next })),
    // Half of the narrow side has room for a number and its unit only.
    buttons: 'nowhere' as const,
    onCommit: (next: number | null) => {
      if (next !== value[which] && !Number.isNaN(next)) onCommit({ ...value, [which]: next });
    },
  });
  return (
    <div className="grid grid-cols-[1fr_1fr] gap-x-4 px-4 pb-2">
      <NumberField {...field('above', above)} />
      <NumberField {...field('below', below)} />
    </div>
  );
}

const CELSIUS = unitsOf('temperature')[0]!;
/** Temperatures that the server tells in °C, in the unit of the channel. */
function temperature(celsius: number, { unit }: Channel): number {
  const shown = unitsOf('temperature').find(({ symbol, code }) => symbol === unit || code === unit);
  return shownNumber(celsius, shown && shown !== CELSIUS ? conversionTo(CELSIUS, shown) : null);
}

function FiguresOf({ channel, figures, waiting }: { channel: Channel; figures: Statistics | null; waiting: boolean }) {
  const t = useT();
  const format = useFormat();
  const value = (number: number | null | undefined, more = 0): ReactNode =>
    number == null ? '–' : format.quantity(number, channel.unit, channel.decimals === null ? null : channel.decimals + more);
  const dew = figures?.dew_point_c;
  const degrees = (celsius: number) => value(temperature(celsius, channel), 1);
  const cells: [name: string, text: ReactNode][] = [
    [t(`dataloggers:chart.mean_of.${figures?.mean_kind ?? 'arithmetic'}`), value(figures?.mean, 1)],
    [t('dataloggers:chart.n'), format.number(figures?.n ?? 0)],
    [t('dataloggers:chart.min'), value(figures?.min)],
    [t('dataloggers:chart.max'), value(figures?.max)],
  ];
  if (figures?.sd != null) cells.push([t('dataloggers:chart.sd'), value(figures.sd, 1)]);
  if (figures?.coverage != null) cells.push([t('dataloggers:chart.coverage'), format.percent(figures.coverage)]);
  if (figures?.above_s != null) cells.push([t('dataloggers:chart.above'), format.duration(Math.round(figures.above_s))]);
  if (figures?.below_s != null) cells.push([t('dataloggers:chart.below'), format.duration(Math.round(figures.below_s))]);
  if (figures?.kinetic_c != null) cells.push([t('dataloggers:chart.kinetic'), degrees(figures.kinetic_c)]);
  if (dew) cells.push([t('dataloggers:chart.dew_point'), degrees(dew.mean)]);
  if (figures?.energy_kwh != null) cells.push([t('dataloggers:chart.energy'), format.quantity(figures.energy_kwh, 'kWh', 2)]);
  return (
    <>
      <dl className="stats grid grid-cols-[1fr_1fr] gap-y-2 gap-x-4 pt-1 px-4 pb-3">
        {cells.map(([name, text]) => (
          <div key={name}>
            <dt className="text-11 leading-[16px] text-ink-2">{name}</dt>
            <dd className="text-16 leading-[20px] font-medium">{waiting ? <Skeleton width={56} /> : text}</dd>
          </div>
        ))}
      </dl>
      {figures?.resolution === '1h' ? <p className="label">{t('dataloggers:chart.of_hours')}</p> : null}
    </>
  );
}
