/** Seconds and values of a cold store that gets too warm, as the example of the field has them. */
export const COLD_STORE_SAMPLES = [
  [0, 7],
  [60, 8.1],
  [120, 8.2],
  [180, 7.9],
  [240, 8.1],
  [300, 8.3],
  [360, 8.4],
  [420, 8.2],
  [480, 8.6],
  [540, 8],
  [600, 7.8],
  [660, 7.6],
  [720, 7.5],
  [780, 7.4],
  [840, 8.1],
] as const;
