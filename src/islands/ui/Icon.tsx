import type { LucideIcon } from 'lucide-react';

export type Glyph = LucideIcon;

/** A lucide icon in one of the four sizes of the design, always decorative: the word stands beside it or in a label. */
export function Icon({ of: Drawing, size = 16, className = '' }: { of: Glyph; size?: 14 | 16 | 20 | 24; className?: string }) {
  return (
    <Drawing
      size={size}
      strokeWidth={1.75}
      aria-hidden
      focusable={false}
      className={`i ${className}`}
      style={{ width: size, height: size }}
    />
  );
}
