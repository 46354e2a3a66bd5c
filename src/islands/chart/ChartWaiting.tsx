import { Skeleton } from '../ui/Skeleton.tsx';
import { PanesWaiting } from './PanesWaiting.tsx';

/** The place of a chart whose channels are not known yet: its bar, its lines of values, its list at the side, so that nothing jumps. */
export function ChartWaiting() {
  return (
    <div
      className="chart-cols grid grid-cols-[minmax(0,1fr)_272px] pointer-coarse:min-[961px]:grid-cols-[minmax(0,1fr)_312px] max-[961px]:grid-cols-1 min-[961px]:min-h-105 min-[961px]:flex-1"
      aria-busy="true"
    >
      <div className="flex min-w-0 flex-col gap-3 pt-2 pr-3 pb-3 pl-5 max-[961px]:px-3">
        <div className="flex gap-3">
          <Skeleton width={220} height={28} />
          <Skeleton width={260} height={28} />
        </div>
        <div className="flex min-h-75 flex-1 pl-11">
          <PanesWaiting />
        </div>
      </div>
      <div className="grid content-start gap-3 border-l border-l-line-2 p-4 max-[961px]:border-t max-[961px]:border-l-0">
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} width="100%" height={20} />
        ))}
      </div>
    </div>
  );
}
