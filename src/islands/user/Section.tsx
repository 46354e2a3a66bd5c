import { type ReactNode, useId } from 'react';

/** A part of the profile: what it is about on the left, its fields on the right. */
export function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      className="grid grid-cols-[minmax(180px,280px)_minmax(0,560px)] gap-y-4 gap-x-8 p-5 border-b border-b-line max-[861px]:grid-cols-1 slim:px-4"
      aria-labelledby={id}
    >
      <header>
        <h2 className="h2" id={id}>
          {title}
        </h2>
        <p className="mt-0.5 text-ink-2 text-pretty">{lead}</p>
      </header>
      <div>{children}</div>
    </section>
  );
}
