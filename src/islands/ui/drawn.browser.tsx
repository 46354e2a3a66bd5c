import type { IconProps } from './Icon.tsx';

/** Sizes that `src/styles/base.css` knows: `.i` has 16 by itself. */
const NAMED: Partial<Record<Required<IconProps>['size'], string>> = { 14: 'i i-14', 16: 'i' };

/** An icon in the browser. */
export const drawn = ({ of: Drawing, size, className }: Required<IconProps>) => (
  <Drawing className={`${NAMED[size] ?? 'i'} ${className}`.trimEnd()} style={NAMED[size] ? undefined : { width: size, height: size }} />
);
