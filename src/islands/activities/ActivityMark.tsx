import type { ActivityFace } from '../../lib/contract/activities.ts';
import { Icon } from '../ui/Icon.tsx';
import { ICONS } from './icons.ts';
import './activities.css';

/** The colour of an activity, hatched when its time is lost, with its picture. */
export function ActivityMark({ of: { color, loss, icon } }: { of: Pick<ActivityFace, 'color' | 'loss' | 'icon'> }) {
  return (
    <span className={`activity-mark cat-${color}${loss ? ' lost' : ''}`} aria-hidden="true">
      {icon ? <Icon of={ICONS[icon]} /> : null}
    </span>
  );
}
