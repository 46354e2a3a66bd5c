import { CalendarRange, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonContext, type ButtonProps } from 'react-aria-components';
import { Button as AriaButton } from '#button';
import type { DayMark } from '../../lib/client/charts/data-days.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import type { ShiftCalendar } from '../../lib/contract/shift-calendars.ts';
import { isLive, roughly, type Span, type TimeRange } from '../../lib/domain/time/range.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { type Glyph, Icon } from '../ui/Icon.tsx';
import { late } from '../ui/late.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useOverlayButton } from '../ui/useOverlayButton.ts';
import { rangeName } from './words.ts';

const panel = late(() => import('./RangePanel.tsx'));
const steps = late(() => import('../../lib/domain/time/range-steps.ts'));

/** What is shown has a beginning and an end of its own, as a measurement has: its names and steps take the place of those of the calendar. */
export interface Within {
  /** Null = only its two moments tell which time it is. */
  name: string | null;
  names: readonly (Span & { name: string })[];
  /** A step back or forth; null where the end is reached. */
  step: Record<-1 | 1, (() => void) | null>;
}

/** What is to be told of days (`YYYY-MM-DD`). Both days belong to what is asked. */
export type DayMarks = (first: string, last: string) => Promise<Readonly<Record<string, DayMark>>>;

export interface RangeControlProps {
  /** Null = any time. */
  range: TimeRange | null;
  /** What of it is shown at the moment; null = any time. */
  span: Span | null;
  onChange: (range: TimeRange | null) => void;
  /** Where a list may also be of any time. */
  anyTime?: boolean;
  /** The usual lengths stand beside the control on wide windows: there it doesn't repeat their names. */
  lengthsBeside?: boolean;
  /** Whole days only. */
  days?: boolean;
  /** What stands under the days of the calendar; asked for the days that are in sight. */
  marks?: DayMarks | undefined;
  /** The shifts of the place, which may be chosen by their names; asked for when the panel opens. */
  shifts?: (() => Promise<Pick<ShiftCalendar, 'shifts' | 'exceptions'>>) | undefined;
  within?: Within;
}

/** A piece of time: its words, a step back and forth, and the panel in which another one is chosen. One for every chart and list. */
export function RangeControl(props: RangeControlProps) {
  const { range, span, onChange, lengthsBeside, within } = props;
  const t = useT();
  const format = useFormat();
  const place = useTimePlace();
  const labels = axisLabels(format, place.zone);
  const { button, shown, overlayId, close } = useOverlayButton(panel, 'dialog');
  const now = Date.now();
  const name = within ? within.name : range === null ? t('range:any') : rangeName(t, range);
  const dates = span === null ? null : labels.range(span.from, span.to);
  const step = async (by: -1 | 1) => {
    if (within) return within.step[by]?.();
    const next = range && (await steps.load()).stepRange(range, by, Date.now(), place);
    if (next) onChange(next);
  };
  const stepping = range !== null;
  const isLast = within ? !within.step[1] : range !== null && (isLive(range) || span === null || span.to >= now);
  const said = [name, dates].filter(Boolean).join(' · ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: three buttons of one control, not fields of a form
    <span className="inline-flex min-w-0 max-w-full slim:in-[.filters]:flex-none" role="group" aria-label={t('range:label')}>
      {/* Buttons are not printed; the time is. Between the server's moment and the browser's a minute may pass, or its clock be wrong. */}
      <b className="hidden font-semi print:inline" suppressHydrationWarning>
        {said}
      </b>
      {stepping ? (
        <Step
          icon={ChevronLeft}
          label={t('range:earlier')}
          className="rounded-r-none"
          isDisabled={within?.step[-1] === null}
          onHoverStart={steps.preload}
          onPress={() => void step(-1)}
        />
      ) : null}
      <ButtonContext value={button}>
        <AriaButton
          className={`btn sm h-auto min-h-(--control-sm) min-w-0 flex-1 gap-1.5 px-2 tabular-nums pointer-coarse:min-h-(--control-touch) aria-expanded:bg-selected ${stepping ? '-mx-px rounded-none' : 'font-regular'}`}
        >
          <Icon of={CalendarRange} size={14} />
          {/* Dates that don't fit beside the name stand below it. */}
          <span className="flex min-w-0 flex-wrap justify-center gap-x-1.5 leading-4">
            {name === null ? null : (
              <span
                className={`whitespace-nowrap slim:whitespace-normal ${stepping ? 'font-medium' : ''} ${lengthsBeside && range?.kind === 'now' ? 'min-[1201px]:hidden' : ''}`}
              >
                {name}
              </span>
            )}
            {dates === null ? null : (
              <span className={`truncate font-regular ${name === null ? '' : 'text-ink-2 phone:hidden'}`} suppressHydrationWarning>
                {dates}
              </span>
            )}
            {name === null && span !== null ? (
              <span className="font-regular whitespace-nowrap text-ink-3 phone:hidden">
                {format.interval(roughly((span.to - span.from) / 1_000))}
              </span>
            ) : null}
          </span>
          <Icon of={ChevronDown} size={14} />
        </AriaButton>
      </ButtonContext>
      {stepping ? (
        <Step
          icon={ChevronRight}
          label={t('range:later')}
          className="rounded-l-none"
          isDisabled={isLast}
          onHoverStart={steps.preload}
          onPress={() => void step(1)}
        />
      ) : null}
      {shown ? (
        <Boundary instead={null} onFailure={close}>
          <shown.code.RangePanel {...props} id={overlayId} trigger={button.ref} onClose={close} />
        </Boundary>
      ) : null}
    </span>
  );
}

function Step({
  icon,
  label,
  className,
  ...rest
}: Pick<ButtonProps, 'isDisabled' | 'onHoverStart' | 'onPress'> & { icon: Glyph; label: string; className: string }) {
  return (
    <Tooltip text={label}>
      <AriaButton {...rest} aria-label={label} className={`btn icon sm h-auto ${className}`}>
        <Icon of={icon} size={14} />
      </AriaButton>
    </Tooltip>
  );
}
