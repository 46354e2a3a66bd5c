/** How one number is made of many. Apart from the contract of sensor types: charts know the first and don't need the other. */
export const MEAN_KINDS = ['arithmetic', 'time_weighted', 'circular', 'sum', 'last'] as const;
export type MeanKind = (typeof MEAN_KINDS)[number];
