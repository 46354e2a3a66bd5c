import { Balance } from './Balance.tsx';
import { Losses } from './Losses.tsx';
import type { Work } from './work.ts';

/** On a phone: what the day comes to. */
export default function BalanceTab({ work }: { work: Work }) {
  return (
    <div className="tm-stacked">
      <Balance work={work} />
      <Losses work={work} />
    </div>
  );
}
