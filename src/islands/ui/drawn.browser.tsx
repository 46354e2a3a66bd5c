import type { IconProps } from './Icon.tsx';

/** The size that `.i` has by itself. */
const USUAL = 16;

/** An icon in the browser. */
export const drawn = ({ of: Drawing, size, className }: Required<IconProps>) => (
  <Drawing className={`i ${className}`.trimEnd()} style={size === USUAL ? undefined : { width: size, height: size }} />
);
