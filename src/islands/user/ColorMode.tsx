import { useT } from '../../lib/i18n/react.tsx';
import { colorMode } from '../shell/color.ts';
import { useColorPreference } from '../shell/hooks.ts';
import { Segmented } from '../ui/Segmented.tsx';

const MODES = ['system', 'light', 'dark'] as const;

/** Light, dark, or as the system says; in force at once. */
export function ColorMode() {
  const t = useT();
  return (
    <Segmented
      label={t('user:color.title')}
      value={useColorPreference()}
      options={MODES.map((id) => ({ id, label: t(`common:color_mode.${id}`) }))}
      onChange={(mode) => colorMode().set(mode)}
    />
  );
}
