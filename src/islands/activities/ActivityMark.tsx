import type { ActivityFace } from '../../lib/contract/activities.ts';
import { categoryStyle } from '../ui/category-style.ts';
import { type Glyph, Icon } from '../ui/Icon.tsx';
import { ICONS } from './icons.ts';
import './activities.css';

const MARK = 'relative inline-grid h-7 w-8 flex-none place-items-center overflow-hidden rounded-1 border border-line bg-surface text-ink-2';

/** The colour of an activity, hatched when its time is lost, with its picture. */
export function ActivityMark({ of: { color, loss, icon } }: { of: Pick<ActivityFace, 'color' | 'loss' | 'icon'> }) {
  return (
    <span
      className={`${MARK} pl-1.5 before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:bg-(--c) ${loss ? 'lost-edge' : ''}`}
      style={categoryStyle(color)}
      aria-hidden="true"
    >
      {icon ? <Icon of={ICONS[icon]} /> : null}
    </span>
  );
}

/** What stands there for a tool, which has no colour. */
export const ToolMark = ({ of }: { of: Glyph }) => (
  <span className={MARK}>
    <Icon of={of} />
  </span>
);

/** The colour of a category alone; an empty frame when it has none. */
export const ColorSwatch = ({ color, loss }: { color: number | null; loss: boolean }) => (
  <span
    className={`size-3.5 flex-none rounded-1 ${color === null ? 'shadow-[inset_0_0_0_1px_var(--line-control)]' : 'bg-(--c)'}${loss ? ' lost-ground' : ''}`}
    style={color === null ? undefined : categoryStyle(color)}
    aria-hidden="true"
  />
);
