import { CirclePause, Gauge, Minus, NotebookPen, Plus, Redo2, RotateCw, Square, Undo2 } from 'lucide-react';
import type { ActivityFace } from '../../lib/contract/activities.ts';
import type { Button, ButtonKind, Definition, Lane } from '../../lib/contract/screens.ts';
import { pagesOf } from '../../lib/domain/screens/screen-pages.ts';
import type { T } from '../../lib/i18n/index.ts';
import { ICONS } from '../activities/icons.ts';
import type { Glyph } from '../ui/Icon.tsx';

/** Buttons that tap no activity, in the order of the palette. */
export const TOOLS = ['undo', 'redo', 'note', 'rating', 'pause', 'cycle', 'stop'] as const satisfies readonly ButtonKind[];

export const KIND_ICONS: Record<Exclude<ButtonKind, 'activity'>, Glyph> = {
  plus: Plus,
  minus: Minus,
  rating: Gauge,
  note: NotebookPen,
  undo: Undo2,
  redo: Redo2,
  pause: CirclePause,
  stop: Square,
  cycle: RotateCw,
};

export const iconOf = ({ kind }: Pick<Button, 'kind'>, face: Pick<ActivityFace, 'icon'> | undefined): Glyph | null =>
  kind === 'activity' ? (face?.icon ? ICONS[face.icon] : null) : KIND_ICONS[kind];

/** What stands on a button. */
export function labelOf({ kind, label }: Pick<Button, 'kind' | 'label'>, face: Pick<ActivityFace, 'name'> | undefined, t: T): string {
  return label || face?.name || t(`screens:kind.${kind}`);
}

/** The word for a button where it is spoken of: `Pieces +1`. */
export function spokenOf(button: Pick<Button, 'kind' | 'label'>, face: Pick<ActivityFace, 'name'> | undefined, t: T): string {
  const label = labelOf(button, face, t);
  return button.kind === 'plus' || button.kind === 'minus' ? `${label} ${button.kind === 'plus' ? '+1' : '\u22121'}` : label;
}

/** A lane by its name; one that was never named is called as its kind. */
export const laneName = ({ name, kind }: Pick<Lane, 'name' | 'kind'>, t: T): string => name || t(`screens:lane.${kind}`);

/** A page by its name; one that was never named is called by its place. */
export function pageName(draft: Pick<Definition, 'pages'>, page: string, t: T): string {
  const at = pagesOf(draft).findIndex(({ id }) => id === page);
  return pagesOf(draft)[at]?.name || t('screens:pages.nameless', { number: at + 1 });
}

/** Kinds of buttons that act in one lane. */
export const isOfLane = ({ kind }: Pick<Button, 'kind'>, face: Pick<ActivityFace, 'kind'> | undefined): boolean =>
  kind === 'pause' || kind === 'cycle' || (kind === 'activity' && face?.kind !== 'point');

/** A hotkey as it is written on a key. */
export function keyName(key: string, t: T): string {
  const named = ['Enter', 'Backspace', 'Delete', 'End', 'Home', 'PageUp', 'PageDown', 'Insert'] as const;
  const known = named.find((one) => one === key);
  if (known) return t(`screens:key.${known}`);
  const arrows: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };
  return arrows[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
