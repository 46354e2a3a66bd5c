import type { ReactElement } from 'react';
import type { Label } from '../../lib/client/measurements/corrections.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { Swatch } from './Swatch.tsx';
import { statesOf, type Work } from './work.ts';

/** What an entry of a lane can be made into. */
export function ActivityMenu({
  work: { version, look },
  lane,
  current,
  trigger,
  onChoose,
}: {
  work: Work;
  lane: string;
  /** Activity, or kind, of the one entry that is changed. */
  current?: string;
  trigger: ReactElement;
  onChoose: (label: Label) => void;
}) {
  const t = useT();
  const others: readonly Label[] = [{ kind: 'pause' }, { kind: 'unassigned' }];
  return (
    <Menu trigger={trigger} label={t('measurements:column.activity')}>
      {statesOf(version, lane).map(({ id, name }) => (
        <MenuItem
          key={id}
          id={id}
          text={name}
          checked={current === id}
          picture={<Swatch look={look({ kind: 'state', activity: id })} />}
          onAction={() => onChoose({ kind: 'state', activity: id })}
        >
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      {others.map((label) => {
        const labelLook = look({ kind: label.kind, activity: null });
        return (
          <MenuItem
            key={label.kind}
            id={label.kind}
            text={labelLook.name}
            checked={current === label.kind}
            picture={<Swatch look={labelLook} />}
            onAction={() => onChoose(label)}
          >
            {labelLook.name}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
