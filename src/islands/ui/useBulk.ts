import { useState } from 'react';
import { eachRow } from '../../lib/client/kernel/each-row.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { sentence } from './form/sentence.ts';
import { failureOf } from './problem.ts';
import type { Picked } from './table/picking.tsx';
import { toast } from './toasts.ts';

/** A row that was refused, and why. */
export interface Refusal {
  id: string;
  name: string;
  reason: string;
}

/**
 * Does the same to the picked rows, each by its own call: what was done is told with a way back, what was refused is told row by row and
 * stays picked.
 */
export function useBulk<R extends { id: string; name: string }, P>({
  $picked,
  save,
  settle,
}: {
  $picked: Picked;
  save: (row: R, patch: P) => Promise<R>;
  /** After the last of them: rows that came or went are looked for. */
  settle: () => Promise<unknown> | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const told = (refused: readonly { row: R; error: unknown }[]): Refusal[] =>
    refused.map(({ row, error }) => {
      const { code, errors } = failureOf(error);
      const [field] = errors;
      // A field's problem says more than that there is one.
      const reason = field ? sentence(field, { field: row.name, t, format }) : t(`errors:${code}`);
      return { id: row.id, name: row.name, reason };
    });

  /** @param back what brings the row back to how it was; without it there is no way back */
  async function run(rows: readonly R[], patch: (row: R) => P, text: (count: number) => string, back?: (before: R) => P): Promise<void> {
    setBusy(true);
    setRefusals([]);
    const { done, refused } = await eachRow(rows, (row) => save(row, patch(row)));
    await settle();
    setBusy(false);
    setRefusals(told(refused));
    $picked.set(new Set(refused.map(({ row }) => row.id)));
    if (done.length === 0) return;
    const undo = async () => {
      const before = new Map(done.map((one) => [one.after, one.before]));
      const undone = await eachRow(
        done.map(({ after }) => after),
        (after) => save(after, (back as (row: R) => P)(before.get(after) as R)),
      );
      await settle();
      for (const { name, reason } of told(undone.refused)) toast({ kind: 'alarm', text: `${name}: ${reason}` });
    };
    toast({ text: text(done.length), ...(back ? { action: { text: t('ui:bulk.undo'), run: () => void undo() } } : {}) });
  }
  return { busy, refusals, run };
}
