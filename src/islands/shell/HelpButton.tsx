import { useStore } from '@nanostores/react';
import { CircleQuestionMark } from 'lucide-react';
import { atom } from 'nanostores';
import { Button as AriaButton } from '#button';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useMounted } from '../ui/useMounted.ts';

const HelpPanel = part(() => import('./HelpPanel.tsx'));
const $open = atom(false);
const close = () => $open.set(false);
/** For the key `?` and the palette. */
export const openHelp = () => $open.set(true);

/** Has this browser shown what is new in the running version? One that keeps nothing isn't told again and again. */
function newsRead(): boolean {
  try {
    return localStorage.getItem('news') === import.meta.env.VERSION;
  } catch {
    return true;
  }
}

/** Opens the help of the page; what it says comes when it is asked for. The dot is for a version whose news nobody has opened here. */
export function HelpButton({ path }: { path: string }) {
  const t = useT();
  const open = useStore($open);
  const news = useMounted() && !newsRead();
  return (
    <>
      <AriaButton
        className="tool relative"
        aria-label={t(news ? 'ui:help_news' : 'ui:help')}
        id="help"
        aria-expanded={open}
        onHoverStart={HelpPanel.preload}
        onPress={() => $open.set(!open)}
      >
        <Icon of={CircleQuestionMark} />
        {news && !open ? <i className="absolute top-[calc(50%-10px)] left-[calc(50%+5px)] size-1.5 rounded-full bg-accent" /> : null}
      </AriaButton>
      {open ? (
        <Boundary instead={null} onFailure={close}>
          <HelpPanel path={path} news={news} onClose={close} />
        </Boundary>
      ) : null}
    </>
  );
}
