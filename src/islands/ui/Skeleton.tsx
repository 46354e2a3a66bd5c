/** A grey bar in the shape of the text that comes; `width` in pixels or any CSS length. */
export function Skeleton({ width, height }: { width?: number | string; height?: number }) {
  return <span className="skel" aria-hidden="true" style={{ width: width ?? '100%', ...(height ? { height } : {}) }} />;
}

/** A page of a few things that take several lines each, as long as they are on their way. */
export const LinesWaiting = () => (
  <div className="stack p-5 slim:p-4" aria-busy="true">
    <Skeleton width={280} height={18} />
    <Skeleton width={420} />
    <Skeleton width={360} />
  </div>
);
