import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from './Button.tsx';

export type Scene = 'waiting' | 'refused' | 'nothing-found' | 'later';

const AXIS = Array.from({ length: 19 }, (_, index) => `M${4.5 + index * 8} 89.5v${index % 3 === 0 ? 7 : 4}`).join('');

/** A piece of the time axis: a signal about to arrive, one that was turned away, a search that met nothing, a screen that is to come. */
function Drawing({ scene, now }: { scene: Scene; now: string }) {
  return (
    <svg className="h-auto w-full slim:max-w-50" viewBox="0 0 168 104" aria-hidden="true">
      <path className="stroke-line-2" d={`M4 89.500H152${AXIS}`} fill="none" />
      {scene === 'waiting' ? (
        <>
          <path d="M8 56H88" stroke="var(--line-control)" strokeDasharray="1.500 4" fill="none" />
          <path className="stroke-cat-1 fill-none" strokeWidth="1.500" strokeLinejoin="round" d="M92 56l8-8 7 12 8-18 7 8 6-8" />
          <path className="stroke-ink stroke-1" d="M128.500 18V92" />
          <rect className="flagbox fill-ink" x="108" y="2" width="41" height="17" rx="1" />
          <text className="fill-surface font-semi" x="128.500" y="14.500" textAnchor="middle">
            {now}
          </text>
          <circle cx="128.500" cy="42" r="2.600" fill="var(--accent)" />
        </>
      ) : null}
      {scene === 'refused' ? (
        <>
          <path d="M8 56H148" stroke="var(--line-control)" strokeDasharray="1.500 4" fill="none" />
          <path d="M128.500 32V92" stroke="var(--alarm)" />
          <path d="M128.500 4l16 28h-32z" fill="var(--alarm)" />
        </>
      ) : null}
      {scene === 'nothing-found' ? (
        <>
          <path
            className="stroke-cat-8 fill-none"
            strokeWidth="1.500"
            strokeLinejoin="round"
            opacity=".55"
            d="M8 58l10-7 9 9 10-14 9 8 8-3M110 58l9-8 10 10 9-13 10 6"
          />
          <path className="fill-accent opacity-7" d="M56 14h52v76H56z" />
          <path className="stroke-accent stroke-[1.5]" d="M56.500 14V90M108.500 14V90" fill="none" />
          <path className="fill-accent" d="M54 42h5v16h-5zM106 42h5v16h-5z" />
        </>
      ) : null}
      {scene === 'later' ? (
        <>
          <path d="M8 26h40v18H8zM52 26h26v18H52zM82 26h62v18H82z" fill="var(--sunken)" stroke="var(--line-2)" />
          <path d="M8 66H148" stroke="var(--line-control)" strokeDasharray="1.500 4" fill="none" />
        </>
      ) : null}
    </svg>
  );
}

/** What stands where nothing is yet: why, and the one next step. */
export function EmptyState({
  scene = 'waiting',
  title,
  actions,
  children,
}: {
  scene?: Scene;
  title: string;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <div className="empty">
      <Drawing scene={scene} now={t('ui:empty.now')} />
      <div>
        <h2>{title}</h2>
        {children ? <p>{children}</p> : null}
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}

/** What stands where a filter leaves nothing: the way to get rid of it. */
export function NothingFound({
  title,
  clear,
  onClear,
  children,
}: {
  title: string;
  /** Name of the button. */
  clear: string;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <EmptyState scene="nothing-found" title={title} actions={<Button onPress={onClear}>{clear}</Button>}>
      {children}
    </EmptyState>
  );
}
