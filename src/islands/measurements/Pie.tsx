import type { Balance as Whole } from '../../lib/domain/time-study/balance.ts';
import { timeInk } from '../timeline/time-ink.ts';
import type { Work } from './work.ts';

const RADIUS = 60;
const HOLE = 34;

/** A slice of the ring, from one share of the circle to another. */
function slice(from: number, to: number): string {
  // A whole ring has no beginning that differs from its end.
  const end = Math.min(to, from + 0.9999);
  const at = (share: number, radius: number) =>
    `${(RADIUS + radius * Math.sin(2 * Math.PI * share)).toFixed(2)} ${(RADIUS - radius * Math.cos(2 * Math.PI * share)).toFixed(2)}`;
  const large = end - from > 0.5 ? 1 : 0;
  return `M${at(from, RADIUS)}A${RADIUS} ${RADIUS} 0 ${large} 1 ${at(end, RADIUS)}L${at(end, HOLE)}A${HOLE} ${HOLE} 0 ${large} 0 ${at(from, HOLE)}Z`;
}

/** The shares of the balance as a ring. */
export default function Pie({ work: { look, shown }, balance }: { work: Work; balance: Whole }) {
  let before = 0;
  const parts = balance.groups.flatMap((group) => group.parts);
  return (
    <div className="tm-pie flex justify-center pt-1 px-0 pb-2" aria-hidden="true">
      <svg viewBox={`0 0 ${2 * RADIUS} ${2 * RADIUS}`} width="132" height="132" aria-hidden="true">
        <pattern id="tm-waste" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <path d="M0 0v5" stroke="var(--surface)" strokeWidth="1.6" opacity=".42" />
        </pattern>
        <pattern id="tm-gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" stroke="var(--gap-ink)" strokeWidth="2" />
        </pattern>
        {parts.map((one) => {
          const { ground, stripes } = timeInk(look(one));
          const from = before;
          before += one.ms / balance.ms;
          const path = slice(from, before);
          return (
            <g key={`${one.activity ?? one.kind}`} stroke="var(--surface)" strokeWidth="1">
              <path d={path} fill={`var(${ground})`} />
              {stripes ? <path d={path} fill={stripes.colour === '--gap-ink' ? 'url(#tm-gap)' : 'url(#tm-waste)'} /> : null}
            </g>
          );
        })}
        <text className="fill-ink font-semi" x={RADIUS} y={RADIUS + 4} textAnchor="middle">
          {shown.duration(balance.seconds * 1_000)}
        </text>
      </svg>
    </div>
  );
}
