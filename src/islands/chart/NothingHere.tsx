import type { Channel } from '../../lib/contract/channels.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Age } from '../ui/Age.tsx';
import { Button } from '../ui/Button.tsx';

/** Over a window without any reading: when the last one came, and the way there. */
export function NothingHere({ channels, left, onShow }: { channels: readonly Channel[]; left: number; onShow: (at: number) => void }) {
  const t = useT();
  const format = useFormat();
  const last = Math.max(...channels.map((channel) => (channel.last ? Date.parse(channel.last.ts) : Number.NEGATIVE_INFINITY)));
  return (
    <div className="no-data absolute top-[30%] right-0 left-0 grid justify-items-center gap-2 text-ink-2" style={{ left }}>
      <p className="flex flex-wrap items-center justify-center gap-2">{t('dataloggers:chart.no_data_here')}</p>
      {Number.isFinite(last) ? (
        <p className="flex flex-wrap items-center justify-center gap-2">
          <span>
            {t('dataloggers:chart.last_reading')} <Age of={last} />
          </span>
          <Button size="sm" aria-label={t('dataloggers:chart.show_last', { time: format.dateTime(last) })} onPress={() => onShow(last)}>
            {t('dataloggers:chart.show_it')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
