import type { ReactNode } from 'react';

/** A part of what stands beside a recording. */
export function Group({
  title,
  note,
  screenOnly,
  children,
}: {
  title: string;
  note?: ReactNode;
  /** Of no use on paper. */
  screenOnly?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      className={`${screenOnly ? 'print:hidden' : 'print:break-inside-avoid'} grid gap-2 border-b border-line-2 px-5 py-3 slim:px-4`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="h2">{title}</h2>
        {note}
      </div>
      {children}
    </section>
  );
}
