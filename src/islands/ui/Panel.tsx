import { type ReactNode, useId } from 'react';

/** A framed group with a title and its own actions. */
export function Panel({ title, note, actions, children }: { title?: string; note?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const id = useId();
  if (!title) return <div className="panel">{children}</div>;
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
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
