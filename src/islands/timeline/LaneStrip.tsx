import { useEffect, useRef } from 'react';
import { paintStrip, type StripView } from './paint.ts';

/** One lane of the day as a canvas; the table beside it says the same to those who can't see it. */
export function LaneStrip(view: StripView) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef(view);
  last.current = view;
  const { entries, marks, window, width, height, now, edge, selected, look, length } = view;
  useEffect(() => {
    if (canvas.current && width > 0) paintStrip(canvas.current, last.current);
  }, [entries, marks, window, width, height, now, edge, selected, look, length]);
  useEffect(() => {
    const paint = () => canvas.current && last.current.width > 0 && paintStrip(canvas.current, last.current);
    // Colours are read when it is drawn; another mode, or the font that came late, needs another drawing.
    const observer = new MutationObserver(paint);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    void document.fonts.ready.then(paint);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without a tabindex takes no focus
  return <canvas ref={canvas} className="tm-canvas block" style={{ width, height }} aria-hidden="true" />;
}
