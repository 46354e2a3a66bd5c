import type { Actor } from './context.ts';

/** Who is written into `created_by` and `updated_by`. */
export const actorId = (actor: Actor): string | null => (actor.kind === 'system' ? null : actor.id);

/** The columns for a new row that stamp it. */
export const stamps = (now: number, by: string | null) => ({
  created_at: now,
  created_by: by,
  updated_at: now,
  updated_by: by,
  rev: 1,
  archived_at: null,
});

/** The given columns that differ from the row, undefined ones left out. */
export function changesOf<R extends object, C extends Partial<R>>(row: R, wanted: C): { [K in keyof C]?: Exclude<C[K], undefined> } {
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== undefined && value !== (row as Record<string, unknown>)[key]),
  ) as { [K in keyof C]?: Exclude<C[K], undefined> };
}
