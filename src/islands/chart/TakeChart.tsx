import { type RefObject, useState } from 'react';
import type { SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useTimeZone } from '../shell/zone.ts';
import { TakeMenu } from '../take/TakeMenu.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { useStateWord } from './ChannelValue.tsx';
import { DASHES, lookOf } from './model.ts';
import type { OtherTime } from './refined.ts';

const ExportReadings = part(() => import('../exports/ExportReadings.tsx'));
const MakeReport = part(() => import('../reports/MakeReport.tsx'));

/** The shown time of channels as a table or as a picture. */
export function TakeChart({
  title,
  of,
  channels,
  hidden,
  states,
  window,
  exported,
  other,
  legend = () =>
    channels.flatMap(({ id, name }, index) => {
      const { colour, dash } = lookOf(index);
      const own = { name, colour: `--cat-${colour}`, dash: DASHES[dash]! };
      return hidden.has(id) ? [] : other?.series[id] ? [own, { ...own, name: `${name}, ${other.words.range}`, isFaint: true }] : [own];
    }),
}: {
  /** What the chart is of. */
  title: string;
  of: RefObject<HTMLElement | null>;
  channels: readonly Channel[];
  hidden: ReadonlySet<string>;
  states: Readonly<Record<string, SeriesState>>;
  window: Span;
  /** Whose readings can be had as a file, in the units that they are stored in too. */
  exported?: { organization: string; channels: readonly Channel[] } | undefined;
  /** Another time that is shown beside it. */
  other?: OtherTime | null | undefined;
  /** What the colours mean where they aren't those of the channels. */
  legend?: () => readonly { name: string; colour: string; dash?: readonly number[]; isFaint?: boolean }[];
}) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const word = useStateWord();
  const labels = axisLabels(useFormat(), zone);
  const rows = async () => {
    const [{ chartRows, csvHeads }] = await Promise.all([import('./take.ts'), ready('dataloggers')]);
    return chartRows(
      { channels: channels.filter(({ id }) => !hidden.has(id)), states, window, other },
      { ...csvHeads(t), locale, zone, state: (channel, value) => word(value, channel.state_words) },
    );
  };
  const [open, setOpen] = useState<'readings' | 'report' | null>(null);
  const chosen = exported?.channels.flatMap(({ id }) => (hidden.has(id) ? [] : [id])) ?? [];
  return (
    <>
      <TakeMenu
        title={title}
        facts={labels.range(window.from, window.to)}
        of={of}
        rows={rows}
        pictureOnly={channels.length === 0}
        legend={legend}
        {...(exported && exported.channels.length > 0
          ? {
              more: [
                { id: 'readings', text: t('ui:take.readings'), run: () => setOpen('readings') },
                { id: 'report', text: t('ui:take.report'), run: () => setOpen('report') },
              ],
            }
          : {})}
      />
      {open === 'readings' && exported ? (
        <Boundary instead={null} onFailure={() => setOpen(null)}>
          <ExportReadings
            organization={exported.organization}
            channels={exported.channels}
            chosen={chosen}
            window={window}
            onClose={() => setOpen(null)}
          />
        </Boundary>
      ) : null}
      {open === 'report' && exported ? (
        <Boundary instead={null} onFailure={() => setOpen(null)}>
          <MakeReport
            organization={exported.organization}
            of={{ channels: exported.channels, chosen, window }}
            onClose={() => setOpen(null)}
          />
        </Boundary>
      ) : null}
    </>
  );
}
