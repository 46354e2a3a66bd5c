import type { MovePreview } from '../../lib/contract/logger-types.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useValueText } from '../chart/ChannelValue.tsx';

/** What becomes of the channels of each logger: of their newest values, and in which unit. */
export function MovedChannels({ of }: { of: MovePreview }) {
  const t = useT();
  const format = useFormat();
  const text = useValueText();
  const written = (value: MovePreview['loggers'][number]['channels'][number]['before'], unit: string | null) =>
    value === null ? '–' : text(value, unit);
  const outcome = ({ change, before, after, unit_before, unit_after }: MovePreview['loggers'][number]['channels'][number]) => {
    if (before === null && after === null) return t('logger-types:move.no_value');
    // Of a channel that isn't there yet nothing was before.
    return change === 'new' && before === null
      ? written(after, unit_after)
      : `${written(before, unit_before)} → ${written(after, unit_after)}`;
  };
  return of.loggers.map((logger) => (
    <section key={logger.datalogger_id} className="grid gap-1 pt-3">
      <h3 className="h2 wrap-anywhere">
        {logger.name}
        {' · '}
        <span className="soft font-regular">
          {t('logger-types:move.messages', { messages: format.number(logger.messages), errors: format.number(logger.errors) })}
        </span>
      </h3>
      <ul className="border-t border-line">
        {logger.channels.map((channel) => (
          <li
            key={channel.key}
            className="grid min-h-8 grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1.4fr)] items-center gap-3 border-b border-line py-1 slim:grid-cols-2"
          >
            <span className="two min-w-0">
              <span className="one-line">{channel.label}</span>
              <small className="mono one-line">{channel.key}</small>
            </span>
            <span
              className={
                channel.change === 'mismatch' || channel.change === 'gone'
                  ? 'text-alarm-text'
                  : channel.change === 'unchanged'
                    ? 'soft'
                    : 'med'
              }
            >
              {t(`logger-types:change.${channel.change}`)}
            </span>
            <span className="soft">{outcome(channel)}</span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
