import { type ReactNode, type RefObject, useState } from 'react';
import { Dialog as AriaDialog, Popover } from 'react-aria-components';
import { roughly, type Span, type TimeRange } from '../../lib/domain/time/range.ts';
import { readSpan } from '../../lib/domain/time/range-address.ts';
import { nameSpan } from '../../lib/domain/time/range-steps.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { zoneText } from '../../lib/i18n/zone-name.ts';
import { useNarrow } from '../shell/Signed.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { DateField, DateTimeField } from '../ui/form/MomentField.tsx';
import { offsetName } from '../ui/form/moment-text.ts';
import { useKept } from '../ui/form/useKept.ts';
import { POP } from '../ui/menu-looks.ts';
import { dayAt, startOf } from './calendar-day.ts';
import { Days } from './Days.tsx';
import { Names } from './Names.tsx';
import type { RangeControlProps } from './RangeControl.tsx';

// Words of the fields that moments are written in.
await ready('forms');

const text = (at: number): string => new Date(at).toISOString();

interface PanelProps extends RangeControlProps {
  id: string;
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The open control: names to choose from, two moments to write, days to point at. A panel at its button, on phones a sheet. */
export function RangePanel({ id, trigger, ...props }: PanelProps) {
  const t = useT();
  const narrow = useNarrow();
  if (narrow) return <Sheet {...props} />;
  return (
    <Popover
      className={POP}
      triggerRef={trigger}
      placement="bottom end"
      offset={4}
      isOpen
      onOpenChange={(open) => !open && props.onClose()}
    >
      <AriaDialog
        id={id}
        aria-label={t('range:label')}
        className="grid grid-cols-[148px_minmax(0,320px)] pointer-coarse:grid-cols-[148px_minmax(0,400px)] outline-0 focus-visible:shadow-none"
      >
        <Choice {...props}>
          {(parts) => (
            <>
              <div className="border-r border-line py-2">{parts.names}</div>
              <div className="grid content-start gap-2 px-3.5 pt-2.5">
                {parts.own}
                <div className="-mx-3.5 flex border-t border-line px-3.5 py-2">{parts.foot}</div>
              </div>
            </>
          )}
        </Choice>
      </AriaDialog>
    </Popover>
  );
}

/** A field that had the keyboard would bring that of the phone up, over the days. */
const toFirstName = (sheet: HTMLElement | null) => sheet?.querySelector('button')?.focus();

function Sheet(props: Omit<PanelProps, 'id' | 'trigger'>) {
  const t = useT();
  return (
    <Choice {...props}>
      {(parts) => (
        <Dialog title={t('range:label')} isOpen onClose={props.onClose} footer={parts.foot}>
          <div className="grid gap-3 text-ink" ref={toFirstName}>
            {parts.names}
            {parts.own}
          </div>
        </Dialog>
      )}
    </Choice>
  );
}

interface Parts {
  names: ReactNode;
  own: ReactNode;
  foot: ReactNode;
}

/** A moment that was written or pointed at, RFC 3339 in UTC. */
type Draft = Record<'from' | 'to', string | null>;

function Choice({
  range,
  span,
  onChange,
  onClose,
  anyTime,
  days,
  marks,
  shifts,
  within,
  children,
}: Omit<PanelProps, 'id' | 'trigger'> & { children: (parts: Parts) => ReactNode }) {
  const t = useT();
  const format = useFormat();
  const place = useTimePlace();
  const { zone } = place;
  const locale = useLocale();
  const narrow = useNarrow();
  const kept = useKept<Draft>('range', within && span ? { from: text(span.from), to: text(span.to) } : draftOf(span, zone, days));
  const draft = kept.values;
  const [failed, setFailed] = useState(false);
  const chosen = spanOfDraft(draft, zone, days);

  const choose = (next: TimeRange | null) => {
    kept.reset();
    onChange(next);
    onClose();
  };
  const apply = () => {
    const right = chosen && readSpan(text(chosen.from), text(chosen.to));
    if (right) choose(within ? { kind: 'fixed', ...right } : nameSpan(right, Date.now(), place));
    else setFailed(true);
  };
  const Moment = days ? DateField : DateTimeField;
  const field = (name: keyof Draft) => {
    const { onType, ...props } = kept.typed(name);
    const type: typeof onType = (...typed) => {
      setFailed(false);
      onType(...typed);
    };
    return { ...props, onType: type };
  };
  const point = ({ from, to }: Draft) => {
    field('from').onType(from, null, null);
    field('to').onType(to, null, null);
  };
  const clock = [zoneText(zone, locale), chosen ? offsetName(chosen.from, zone) : ''].filter(Boolean).join(', ');
  return children({
    names: <Names range={range} span={span} anyTime={anyTime} days={days} shifts={shifts} within={within} onChoose={choose} />,
    own: (
      <div className="grid gap-2">
        <DraftNote form={kept} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field does what the button below does */}
        <div
          className="grid grid-cols-2 gap-2 max-[359px]:grid-cols-1"
          onKeyDown={({ key, target }) => {
            if (key === 'Enter' && target instanceof HTMLInputElement) apply();
          }}
        >
          <Moment label={t('range:from')} hint="" zone={zone} {...field('from')} picker={false} apart={narrow} />
          <Moment label={t('range:to')} hint="" zone={zone} {...field('to')} picker={false} apart={narrow} />
        </div>
        {failed ? (
          <p className="text-12 text-alarm-text" role="alert">
            {t('range:impossible')}
          </p>
        ) : null}
        {within ? null : (
          <Days
            place={place}
            span={chosen}
            marks={marks}
            onChoose={(first, last) => point(draftOf({ from: startOf(first, zone), to: startOf(last, zone, 1) }, zone, days))}
          />
        )}
      </div>
    ),
    foot: (
      <div
        className={`flex flex-1 items-center justify-end gap-2 ${days ? 'flex-wrap' : ''} phone:grid phone:grid-cols-[minmax(0,1fr)_minmax(168px,auto)] max-[359px]:grid-cols-1!`}
      >
        {/* Beside whole days there is no room for it. */}
        <span className={`min-w-0 text-12 leading-4 text-ink-3 ${days && !narrow ? 'basis-full' : 'flex-1'}`}>{clock}</span>
        {narrow ? null : (
          <Button
            variant="ghost"
            size="sm"
            onPress={() => {
              kept.reset();
              onClose();
            }}
          >
            {t('range:cancel')}
          </Button>
        )}
        <Button variant="primary" size="sm" onPress={apply} isDisabled={chosen === null}>
          {chosen === null
            ? t('range:apply')
            : t('range:apply_length', { length: format.interval(roughly((chosen.to - chosen.from) / 1_000)) })}
        </Button>
      </div>
    ),
  });
}

/** In days the second one is the last that belongs to the span. */
function draftOf(span: Span | null, zone: string, days: boolean | undefined): Draft {
  if (span === null) return { from: null, to: null };
  const last = days ? startOf(dayAt(span.to - 1, zone), zone) : span.to;
  return { from: text(wholeMinute(span.from)), to: text(days ? last : wholeMinute(last)) };
}
const wholeMinute = (at: number): number => Math.round(at / 60_000) * 60_000;

/** What the two fields say: the wrong way round they are meant the right one; without an end, up to now. */
function spanOfDraft({ from, to }: Draft, zone: string, days: boolean | undefined): Span | null {
  if (from === null) return null;
  const [a, b] = [Date.parse(from), to === null ? Date.now() : Date.parse(to)];
  const [first, last] = [Math.min(a, b), Math.max(a, b)];
  const end = days ? startOf(dayAt(last, zone), zone, 1) : last;
  return end > first ? { from: first, to: end } : null;
}
