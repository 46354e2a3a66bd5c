import type { BuiltIn } from './built-in.ts';
import { CZECH_CODES } from './czech-codes.ts';
import { OEE } from './oee.ts';
import { REFA } from './refa.ts';
import { VALUE } from './value.ts';

export type { BuiltIn } from './built-in.ts';

/** Taxonomies that come with the product, in the order in which they are listed. */
export const BUILT_IN: readonly BuiltIn[] = [VALUE, REFA, OEE, CZECH_CODES];

/** The taxonomy by which an activity adds value or is a loss: colour and hatching follow from it. */
export const VALUE_ID = VALUE.id;
export const REFA_ID = REFA.id;
