/** A grey bar in the shape of the text that comes; `width` in pixels or any CSS length. */
export function Skeleton({ width, height }: { width?: number | string; height?: number }) {
  return <span className="skel" aria-hidden="true" style={{ width: width ?? '100%', ...(height ? { height } : {}) }} />;
}
