import { createContext } from 'react';

/** Id of the person whose unsaved typing the forms below keep over an ended session; null where nobody is known. */
export const DraftOwner = createContext<string | null>(null);
