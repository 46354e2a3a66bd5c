import type { ActivityFace } from '../../lib/contract/activities.ts';
import type { Button, Lane } from '../../lib/contract/screens.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { categoryStyle } from '../ui/category-style.ts';
import { iconOf, keyName, labelOf, laneName } from './faces.ts';
import './panel.css';

/** What a button of a panel looks like, in any size; for the eye only. */
export function PanelFace({ button, face, lanes }: { button: Button; face: ActivityFace | undefined; lanes: readonly Lane[] }) {
  const t = useT();
  const Drawing = iconOf(button, face);
  const label = labelOf(button, face, t);
  const short = button.label ? label : (face?.short ?? label);
  const lane = lanes.length > 1 ? lanes.find((one) => one.id === button.lane) : undefined;
  const isState = button.kind === 'activity';
  const below =
    button.kind === 'stop' || button.hold
      ? t('screens:face.hold')
      : lane
        ? laneName(lane, t)
        : button.interrupts
          ? t('screens:face.interrupts')
          : '';
  return (
    <span
      className={`panel-face${isState && face ? '' : ' tool'}${face?.loss && isState ? ' lost' : ''} kind-${button.kind}`}
      style={isState && face ? categoryStyle(face.color) : undefined}
      aria-hidden="true"
    >
      {isState ? <span className="edge" /> : null}
      <span className="in">
        {Drawing ? <Drawing className="i" strokeWidth={1.75} aria-hidden focusable={false} /> : null}
        <span className="words min-w-0">
          <b className="long">{label}</b>
          {/* Beside the label nothing is text: a name that begins with the label is then the name of what is seen. */}
          <b className="short" data-text={short} />
          {below ? <small data-text={below} /> : null}
        </span>
      </span>
      {button.hotkey ? <kbd data-text={keyName(button.hotkey, t)} /> : null}
    </span>
  );
}
