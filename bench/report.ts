/** One measured figure beside its raw limit of the same run. */
export interface Figure {
  name: string;
  unit: string;
  ours: number;
  raw: number;
  /** ours / raw for rates; raw time / our time where less is better. */
  ratio: number;
  /** The ratio wanted; null = it is only told. */
  budget: number | null;
  note?: string;
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** Prints the table and says whether every budget is met. */
export function report(figures: readonly Figure[]): boolean {
  console.log('| Figure | Taktlog | Raw limit | Ratio | Budget | |');
  console.log('|---|---:|---:|---:|---:|---|');
  for (const { name, unit, ours, raw, ratio, budget, note } of figures)
    console.log(
      `| ${name}${note ? ` (${note})` : ''} | ${number.format(ours)} ${unit} | ${number.format(raw)} ${unit} | ${share(ratio)} | ${budget === null ? '–' : share(budget)} | ${isMet({ ratio, budget }) ? 'ok' : 'MISSED'} |`,
    );
  return figures.every(isMet);
}

const isMet = ({ ratio, budget }: Pick<Figure, 'ratio' | 'budget'>): boolean => budget === null || ratio >= budget;
const share = (ratio: number): string => (ratio >= 10 ? `${number.format(ratio)} ×` : `${Math.round(ratio * 100)} %`);
