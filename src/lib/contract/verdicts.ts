/** What a recording comes to. Apart from its contract: charts and lists know the words and don't need the rest. */
export const VERDICTS = ['passed', 'failed', 'not_decided'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What is asked of the readings of a channel: how much of its time is known, how long they are beyond a limit, their mean kinetic temperature. */
export const CONDITIONS = ['coverage', 'above', 'below', 'kinetic'] as const;
export type ConditionKind = (typeof CONDITIONS)[number];
