import type { LucideIcon } from 'lucide-react';
import { drawn } from '#drawn';

export type Glyph = LucideIcon;

export interface IconProps {
  of: Glyph;
  size?: 14 | 16 | 20 | 24;
  className?: string;
}

/** An icon in one of the four sizes of the design, always decorative: the word stands beside it or in a label. */
export const Icon = ({ of, size = 16, className = '' }: IconProps) => drawn({ of, size, className });
