import { type Step, writePath } from './path.ts';

/** Deeper than paths lead nothing is looked for: what is refused may be nested as deep as it likes. */
const DEEPEST = 32;

/** Places of leaves in a parsed message, in its order. */
export function leavesOf(value: unknown, most: number): { path: string; value: unknown }[] {
  const leaves: { path: string; value: unknown }[] = [];
  const walk = (inner: unknown, steps: readonly Step[]) => {
    if (leaves.length >= most || steps.length > DEEPEST) return;
    if (Array.isArray(inner)) for (const [i, one] of inner.entries()) walk(one, [...steps, i]);
    else if (typeof inner === 'object' && inner !== null) for (const [name, one] of Object.entries(inner)) walk(one, [...steps, name]);
    else leaves.push({ path: writePath(steps), value: inner });
  };
  walk(value, []);
  return leaves;
}
