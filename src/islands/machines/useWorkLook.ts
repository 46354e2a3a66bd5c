import { useMemo } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import type { Look } from '../timeline/paint.ts';
import { UNKNOWN_COLOUR } from '../timeline/time-ink.ts';
import type { Faces } from './today.ts';

/** What an entry of somebody's work is called and how it is inked. */
export function useWorkLook(faces: Faces): (entry: { kind: Look['kind']; activity: string | null }) => Look {
  const t = useT();
  return useMemo(
    () =>
      ({ kind, activity }) => {
        if (kind !== 'state' || activity === null)
          return { name: t(`measurements:kind.${kind === 'pause' ? 'pause' : 'unassigned'}`), colour: null, loss: false, kind };
        const face = faces.get(activity);
        return {
          name: face?.name ?? t('measurements:kind.unknown'),
          colour: face?.color ?? UNKNOWN_COLOUR,
          loss: face?.loss ?? false,
          kind,
        };
      },
    [t, faces],
  );
}
