import { type ReactNode, useId } from 'react';

const FRAME = 'panel print:break-inside-avoid min-w-0 rounded-2 border border-line-2 bg-surface';

/** A framed group with a title and its own actions. */
export function Panel({ title, note, actions, children }: { title?: string; note?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const id = useId();
  if (!title) return <div className={FRAME}>{children}</div>;
  return (
    <section className={FRAME} aria-labelledby={id}>
      <header className="flex min-h-9 items-center gap-2 border-b border-line px-3">
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {note ? <span className="muted">{note}</span> : null}
        <span className="spacer" />
        {actions}
      </header>
      {children}
    </section>
  );
}
