import { createContext, useContext } from 'react';

/** IANA zone of the workspace, for axes that place their ticks by its clock. */
export const Zone = createContext('UTC');
export const useTimeZone = (): string => useContext(Zone);
