import type { IconProps } from './Icon.tsx';

/** An icon as lucide draws it. In the browser. */
export const drawn = ({ of: Drawing, size, className }: Required<IconProps>) => (
  <Drawing
    size={size}
    strokeWidth={1.75}
    aria-hidden
    focusable={false}
    className={`i ${className}`}
    style={{ width: size, height: size }}
  />
);
