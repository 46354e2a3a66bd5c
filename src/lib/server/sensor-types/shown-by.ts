import type { Quantity } from '../../contract/sensor-types.ts';
import type { ShownBy } from '../../domain/quantities/quantities.ts';
import { sql } from '../kernel/sql.ts';

/** What a query of a channel `c` with its sensor type `t` takes of the type. */
export interface TypeShown {
  type_quantity: Quantity | null;
  type_unit: string | null;
  type_decimals: number | null;
}

/** Columns of {@link TypeShown}, with the words of states, which are the channel's own before those of its type. */
export const TYPE_SHOWN = sql`t.quantity as type_quantity, t.display_unit as type_unit, t.decimals as type_decimals,
  coalesce(c.state_words, t.state_words) as state_words`;

/** The type as `shownAs` asks for it; null of a channel without one. */
export function shownBy({ type_quantity, type_unit, type_decimals }: TypeShown): ShownBy | null {
  return type_quantity === null || type_unit === null
    ? null
    : { quantity: type_quantity, display_unit: type_unit, decimals: type_decimals };
}
