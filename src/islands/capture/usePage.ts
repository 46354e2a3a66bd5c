import { useCallback, useState } from 'react';
import type { Capture } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { pageOf, pagesOf } from '../../lib/domain/screens/screen-pages.ts';

/** The page of buttons that is in sight: at first the one of what runs. It stays when a key taps a button of another one. */
export function usePage({ definition }: Panel, capture: Capture) {
  const [page, turnTo] = useState(() => {
    const running = capture.$running.get().timeline.entries.filter(({ to }) => to === null);
    const button = definition.buttons.find(
      ({ kind, activity_id, lane }) =>
        kind === 'activity' && running.some((entry) => entry.activity === activity_id && entry.lane === (lane ?? definition.lanes[0]!.id)),
    );
    return button ? pageOf(definition, button) : pagesOf(definition)[0]!.id;
  });
  const turnBy = useCallback(
    (by: 1 | -1) =>
      turnTo((before) => {
        const pages = pagesOf(definition);
        return pages[pages.findIndex(({ id }) => id === before) + by]?.id ?? before;
      }),
    [definition],
  );
  return { page, turnTo, turnBy };
}
