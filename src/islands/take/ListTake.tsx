import { Download } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import type { Rows } from './ListFile.tsx';

const ListFile = part(() => import('./ListFile.tsx'));

/**
 * The rows of a list as a table to be taken away: all that its filters leave, in its order, with the columns that are shown.
 * @param more what else is offered
 */
export function ListTake<Row extends { id: string }>({
  more,
  ...rows
}: Omit<Rows<Row>, 'onEnd'> & { more?: { text: string; run: () => void } }) {
  const t = useT();
  const [making, setMaking] = useState(false);
  const take = () => setMaking(true);
  const button = (press: { onPress?: () => void }) => (
    <IconButton size="sm" icon={Download} label={t('ui:take.list')} isPending={making} onHoverStart={ListFile.preload} {...press} />
  );
  return (
    <>
      {more ? (
        <Menu placement="bottom end" label={t('ui:take.list')} trigger={button({})}>
          <MenuItem id="shown" onAction={take}>
            {t('ui:take.shown')}
          </MenuItem>
          <MenuItem id="more" onAction={more.run}>
            {more.text}
          </MenuItem>
        </Menu>
      ) : (
        button({ onPress: take })
      )}
      {making ? (
        <Boundary instead={null} onFailure={() => setMaking(false)}>
          <ListFile {...(rows as unknown as Omit<Rows<{ id: string }>, 'onEnd'>)} onEnd={() => setMaking(false)} />
        </Boundary>
      ) : null}
    </>
  );
}
