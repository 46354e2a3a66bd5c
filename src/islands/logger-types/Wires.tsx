import { type RefObject, useEffect, useState } from 'react';
import type { Bench, TypeSpec } from '../../lib/contract/logger-types.ts';

interface Wire {
  path: string;
  d: string;
  bad: boolean;
  open: boolean;
}

/** Lines from values of the message to the rows that they became; only where both stand beside each other. */
export function Wires({
  area,
  spec,
  bench,
  open,
}: {
  area: RefObject<HTMLDivElement | null>;
  spec: TypeSpec;
  bench: Bench | null;
  open: number | null;
}) {
  const [wires, setWires] = useState<readonly Wire[]>([]);
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const look = () => {
      const frame = root.getBoundingClientRect();
      const refused = new Set(bench?.errors.flatMap(({ path }) => path ?? []));
      const made: Wire[] = [];
      spec.channels.forEach(({ path }, i) => {
        const from = root.querySelector(`[data-wire="${CSS.escape(path)}"]`)?.getBoundingClientRect();
        const to = root.querySelector(`[data-row="${i}"]`)?.getBoundingClientRect();
        if (!from || !to || to.left < from.right) return;
        const edge = root.firstElementChild?.getBoundingClientRect().right ?? from.right;
        const [x1, y1, x2, y2] = [
          Math.min(from.right, edge) - frame.left + 4,
          from.top + from.height / 2 - frame.top,
          to.left - frame.left - 4,
          to.top + 18 - frame.top,
        ];
        const bend = edge - frame.left;
        made.push({
          path: `${i} ${path}`,
          d: `M${x1} ${y1} H${bend} C${bend + 20} ${y1} ${x2 - 20} ${y2} ${x2} ${y2}`,
          bad: refused.has(path),
          open: open === i,
        });
      });
      setWires(made);
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(root);
    for (const child of root.children) if (child.tagName !== 'svg') watch.observe(child);
    return () => watch.disconnect();
  }, [area, spec, bench, open]);
  return (
    <svg className="pointer-events-none absolute inset-0 size-full max-[1025px]:hidden" aria-hidden="true">
      {wires.map(({ path, d, bad, open: isOpen }) => (
        <path
          key={path}
          d={d}
          fill="none"
          strokeWidth={isOpen ? 2 : 1}
          stroke={bad ? 'var(--alarm-text)' : isOpen ? 'var(--accent)' : 'var(--line-control)'}
        />
      ))}
    </svg>
  );
}
