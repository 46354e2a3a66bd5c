import type { ReactNode } from 'react';

/** Before and after: forms on the same dark ground as the panel. */
export function Ground({ busy, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <div
      className="cap-start dark-mode fixed inset-0 z-60 overflow-y-auto bg-(--n-950) px-4 pt-[max(16px,env(safe-area-inset-top))] pb-8 text-ink"
      aria-busy={busy}
    >
      {busy ? children : <div className="mx-auto my-0 grid max-w-140 gap-5">{children}</div>}
    </div>
  );
}
