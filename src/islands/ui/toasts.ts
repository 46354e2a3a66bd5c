import { atom } from 'nanostores';

export type ToastKind = 'ok' | 'info' | 'late' | 'alarm';

export interface ToastInput {
  kind?: ToastKind;
  /** Already in the reader's language. */
  text: string;
  /** Undo, retry, open. */
  action?: { text: string; run: () => void };
  /** Milliseconds until it leaves by itself; `null` stays until it is closed. */
  timeout?: number | null;
}

export interface Toast extends Required<Pick<ToastInput, 'kind' | 'text'>> {
  id: number;
  action: ToastInput['action'];
}

const PLAIN_MS = 5_000;
const ACTION_MS = 10_000;

/** What is shown now, the oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let last = 0;
const running = new Map<number, { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }>();

function start(id: number, left: number) {
  running.set(id, { left, since: Date.now(), timer: setTimeout(() => dismissToast(id), left) });
}

/** Says something without stopping the work. Alarms stay until they are closed. Returns an id for {@link dismissToast}. */
export function toast({ kind = 'ok', text, action, timeout }: ToastInput): number {
  last += 1;
  const id = last;
  $toasts.set([...$toasts.get().slice(-3), { id, kind, text, action }]);
  const life = timeout === undefined ? (kind === 'alarm' ? null : action ? ACTION_MS : PLAIN_MS) : timeout;
  if (life !== null) start(id, life);
  return id;
}

/** Stands as long as its action is possible. Returns how to end it. */
export function standingToast(input: Omit<ToastInput, 'timeout'>): () => void {
  const id = toast({ ...input, timeout: null });
  return () => dismissToast(id);
}

export function dismissToast(id: number): void {
  clearTimeout(running.get(id)?.timer);
  running.delete(id);
  $toasts.set($toasts.get().filter((one) => one.id !== id));
}

/** Stops the clocks while somebody reads or reaches for the undo button. */
export function holdToasts(): void {
  for (const one of running.values()) {
    clearTimeout(one.timer);
    one.left = Math.max(1_500, one.left - (Date.now() - one.since));
    one.timer = undefined;
  }
}

export function releaseToasts(): void {
  for (const [id, one] of running) if (one.timer === undefined) start(id, one.left);
}
