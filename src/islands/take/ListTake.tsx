import { Download } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { Rows } from './ListFile.tsx';

const ListFile = part(() => import('./ListFile.tsx'));

/** The rows of a list as a table to be taken away: all that its filters leave, in its order, with the columns that are shown. */
export function ListTake<Row extends { id: string }>(rows: Omit<Rows<Row>, 'onEnd'>) {
  const t = useT();
  const [making, setMaking] = useState(false);
  return (
    <>
      <IconButton
        size="sm"
        icon={Download}
        label={t('ui:take.list')}
        isPending={making}
        onHoverStart={ListFile.preload}
        onPress={() => setMaking(true)}
      />
      {making ? (
        <Boundary instead={null} onFailure={() => setMaking(false)}>
          <ListFile {...(rows as unknown as Omit<Rows<{ id: string }>, 'onEnd'>)} onEnd={() => setMaking(false)} />
        </Boundary>
      ) : null}
    </>
  );
}
