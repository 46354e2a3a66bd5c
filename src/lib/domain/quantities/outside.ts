/** What is plausible of stored values; null = no bound. Apart from units, which charts need not know. */
export interface Range {
  min: number | null;
  max: number | null;
}

export const isOutside = (value: number, { min, max }: Range): boolean => (min !== null && value < min) || (max !== null && value > max);
