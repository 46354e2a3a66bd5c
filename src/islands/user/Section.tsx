import { type ReactNode, useId } from 'react';

/** A part of the profile: what it is about on the left, its fields on the right. */
export function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <header>
        <h2 className="h2" id={id}>
          {title}
        </h2>
        <p>{lead}</p>
      </header>
      <div>{children}</div>
    </section>
  );
}
