import { useStore } from '@nanostores/react';
import { Minimize } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SeriesStore } from '../../lib/client/charts/series.store.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { rangeName } from '../range/words.ts';
import { LiveIndicator } from '../shell/LiveIndicator.tsx';
import { useCoarseNow } from '../shell/Signed.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { IconButton } from '../ui/IconButton.tsx';

await ready('chart-tools');

/** Read from across a hall: only the picture and its values, as large as the screen lets them be. */
const WALL =
  'fixed inset-0 z-50 flex flex-col bg-surface [&>.page-head]:hidden [&_.chart-cols>section>div:first-child]:hidden [&_.legend_.btn]:hidden [&_.legend_.value]:text-[1rem] [&_.legend_.value_b]:text-[1.5rem] [&_.legend_.two]:text-14 [&_.chart-cols]:min-h-0 [&_.chart-cols]:flex-1 [&_.chart-side]:max-[961px]:overflow-visible max-[961px]:overflow-auto';
/** Of a screen this wide one is as large as on a desk, pixels. */
const DESK = 1280;
const MOST = 3;

/** The chart over the whole screen, until Escape. */
export default function Wall({
  title,
  series,
  organization,
  onClose,
}: {
  title: string;
  series: SeriesStore;
  organization: string;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const labels = axisLabels(format, useTimeZone());
  const head = useRef<HTMLDivElement>(null);
  const range = useStore(series.$range);
  const shown = useStore(series.$window);
  const now = useCoarseNow();
  useEffect(() => {
    const screen = head.current?.closest<HTMLElement>('.screen');
    if (!screen) return;
    const before = document.activeElement;
    const classes = WALL.split(' ');
    screen.classList.add(...classes);
    const fit = () => {
      screen.style.zoom = String(Math.min(Math.max(innerWidth / DESK, 1), MOST));
    };
    fit();
    addEventListener('resize', fit);
    // Some browsers have no full screen, and none gives it to a page that was opened by its address: then the window is filled.
    let whole = false;
    document.documentElement.requestFullscreen?.().then(
      () => {
        whole = true;
      },
      () => undefined,
    );
    const onFullscreen = () => {
      if (whole && !document.fullscreenElement) onClose();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    document.addEventListener('fullscreenchange', onFullscreen);
    document.addEventListener('keydown', onKey);
    // Nobody touches a wall; it stays lit where the browser can see to it.
    let light: WakeLockSentinel | null = null;
    const stayLit = () => {
      if (document.visibilityState === 'visible')
        navigator.wakeLock?.request('screen').then(
          (found) => {
            light = found;
          },
          () => undefined,
        );
    };
    stayLit();
    document.addEventListener('visibilitychange', stayLit);
    return () => {
      screen.classList.remove(...classes);
      screen.style.zoom = '';
      removeEventListener('resize', fit);
      document.removeEventListener('fullscreenchange', onFullscreen);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('visibilitychange', stayLit);
      void light?.release();
      if (document.fullscreenElement) void document.exitFullscreen();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [onClose]);
  return (
    <div ref={head} className="order-first flex items-center gap-4 border-b border-line-2 px-5 py-2">
      <b className="h1 min-w-0 truncate">{title}</b>
      <span className="muted truncate max-[480px]:hidden">
        {range.kind === 'fixed' ? labels.range(shown.from, shown.to) : rangeName(t, range)}
      </span>
      <span className="spacer" />
      <LiveIndicator organization={organization} />
      <b className="text-[1.25rem] font-semi tabular-nums">{now === null ? null : format.time(now, 'minute')}</b>
      <IconButton icon={Minimize} label={t('chart-tools:wall.end')} onPress={onClose} />
    </div>
  );
}
