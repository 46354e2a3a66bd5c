import type { ActivityFace } from '../../lib/contract/activities.ts';
import type { Definition } from '../../lib/contract/screens.ts';
import { rowsOf } from '../../lib/domain/screens/screen-grid.ts';
import { buttonsOf, pagesOf } from '../../lib/domain/screens/screen-pages.ts';

const WIDTH = 44;
const HEIGHT = 32;
const GAP = 1;

/** A panel in a picture as small as an icon: where its buttons are, in their colours when they are known; of several pages the first. */
export function PanelThumb({
  draft,
  activities,
  large = false,
}: {
  draft: Pick<Definition, 'columns' | 'pages' | 'buttons'>;
  activities?: readonly ActivityFace[];
  large?: boolean;
}) {
  const { columns } = draft;
  const buttons = buttonsOf(draft, pagesOf(draft)[0]!.id);
  const rows = Math.max(2, rowsOf(buttons));
  const [width, height] = large ? [WIDTH * 3, HEIGHT * 3] : [WIDTH, HEIGHT];
  const gap = large ? 3 : GAP;
  const [cellWidth, cellHeight] = [(width - gap) / columns, (height - gap) / rows];
  const faces = new Map(activities?.map((one) => [one.id, one]));
  return (
    <svg
      className={`dark-mode flex-none rounded-1 bg-(--n-950) ${large ? 'h-auto w-full' : 'h-8 w-11'}`}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {buttons.map(({ id, kind, activity_id, x, y, w, h }) => {
        const face = faces.get(activity_id ?? '');
        const box = { x: gap + x * cellWidth, y: gap + y * cellHeight, width: w * cellWidth - gap, height: h * cellHeight - gap };
        return (
          <g key={id}>
            <rect
              {...box}
              className={kind === 'stop' ? 'fill-alarm' : large ? 'fill-line-2' : kind === 'activity' ? 'fill-ink-3' : 'fill-line-control'}
            />
            {face ? <rect {...box} width={large ? 5 : 2} className={large ? `fill-cat-${face.color}` : 'fill-line-control'} /> : null}
          </g>
        );
      })}
    </svg>
  );
}
