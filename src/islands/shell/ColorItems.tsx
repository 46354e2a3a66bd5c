import { Monitor, Moon, Sun } from 'lucide-react';
import { useT } from '../../lib/i18n/react.tsx';
import { MenuItem } from '../ui/Menu.tsx';
import { colorMode } from './color.ts';
import { useColorPreference } from './hooks.ts';

const MODES = [
  { id: 'system', icon: Monitor },
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
] as const;

/** The three colour modes. */
export function ColorItems() {
  const t = useT();
  const preference = useColorPreference();
  return MODES.map(({ id, icon }) => (
    <MenuItem key={id} id={`color-${id}`} icon={icon} checked={id === preference} onAction={() => colorMode().set(id)}>
      {t(`common:color_mode.${id}`)}
    </MenuItem>
  ));
}
