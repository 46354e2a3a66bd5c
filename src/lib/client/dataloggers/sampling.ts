import type { Datalogger } from '../../contract/dataloggers.ts';

/** Seconds between readings that a chart may expect of the logger; null = nobody said. */
export const samplingOf = ({ expected_interval_s, type_sampling_s }: Pick<Datalogger, 'expected_interval_s' | 'type_sampling_s'>) =>
  expected_interval_s ?? type_sampling_s;
