import { Download } from 'lucide-react';
import type { RefObject } from 'react';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { useStateWord } from '../chart/ChannelValue.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { late } from '../ui/late.ts';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import type { Work } from './work.ts';

const files = late(() => import('./day-files.ts'));
const KINDS = ['picture', 'signals', 'balance', 'losses'] as const;

/** What the day shows as pictures and tables to be taken away; what makes them comes when somebody asks for one. */
export function TakeDay({ work, of, hidden }: { work: Work; of: RefObject<HTMLElement | null>; hidden: ReadonlySet<string> }) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const word = useStateWord();
  return (
    <Menu
      placement="bottom end"
      label={t('ui:take.label')}
      trigger={<IconButton size="sm" icon={Download} label={t('ui:take.label')} onHoverStart={files.preload} />}
    >
      {KINDS.map((kind) => (
        <MenuItem
          key={kind}
          id={kind}
          onAction={() => void files.load().then((by) => by.takeDay(kind, { work, figure: of.current, hidden, t, locale, zone, word }))}
        >
          {kind === 'picture'
            ? t('ui:take.png')
            : `${t(kind === 'signals' ? 'measurements:signal.choose' : `measurements:${kind}.title`)} (CSV)`}
        </MenuItem>
      ))}
    </Menu>
  );
}
