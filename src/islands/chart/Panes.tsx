import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { createPane, type Pane, type PaneView } from './plot.ts';
import 'uplot/dist/uPlot.min.css';

export interface PanesHandle {
  /** Pixels from the top of a pane at which a value lies. */
  top(pane: number, value: number, scale?: string): number | null;
}

export interface PanesProps {
  views: readonly PaneView[];
  titles: readonly string[];
  heights: readonly number[];
  /** Of the whole pane with its axis. */
  width: number;
  ref?: Ref<PanesHandle>;
}

/** The canvases of the figure; loaded only when there is a figure. */
export default function Panes({ views, titles, heights, width, ref }: PanesProps) {
  const panes = useRef<(Pane | null)[]>([]);
  useImperativeHandle(ref, () => ({ top: (pane, ...of) => panes.current[pane]?.top(...of) ?? null }));
  return (
    <>
      {views.map((view, index) => (
        <div key={titles[index]} className="pane relative">
          <Canvas
            view={view}
            width={width}
            height={heights[index] ?? 100}
            keep={(pane) => {
              panes.current[index] = pane;
            }}
          />
          <span className="pane-title" style={{ left: view.axisWidth + 3, maxWidth: `calc(100% - ${view.axisWidth + 3}px)` }}>
            {titles[index]}
          </span>
        </div>
      ))}
    </>
  );
}

function Canvas({ view, width, height, keep }: { view: PaneView; width: number; height: number; keep: (pane: Pane | null) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const pane = useRef<Pane | null>(null);
  useEffect(() => {
    if (!pane.current && box.current) {
      pane.current = createPane(box.current, view, width, height);
      keep(pane.current);
    }
    pane.current?.resize(width, height);
    pane.current?.show(view);
  });
  useEffect(() => {
    // The colours of the canvas are read when it is drawn; another mode needs another drawing.
    const observer = new MutationObserver(() => pane.current?.repaint());
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    return () => {
      observer.disconnect();
      pane.current?.destroy();
      pane.current = null;
    };
  }, []);
  return <div className="canvas overflow-hidden" ref={box} style={{ height }} aria-hidden="true" />;
}
