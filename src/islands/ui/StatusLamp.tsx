export type StatusKind = 'online' | 'late' | 'alarm' | 'offline' | 'never' | 'info' | 'paused';

/** Tone of a status: the class that colours word and background. */
export const STATUS_TONE: Record<StatusKind, 'ok' | 'late' | 'alarm' | 'off' | 'info'> = {
  online: 'ok',
  late: 'late',
  alarm: 'alarm',
  offline: 'off',
  never: 'off',
  info: 'info',
  paused: 'off',
};

const SHAPES: Record<StatusKind, React.ReactNode> = {
  online: <circle cx="6" cy="6" r="5" fill="var(--ok)" />,
  late: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="var(--late)" strokeWidth="1.5" />
      <path d="M6 1a5 5 0 0 1 0 10z" fill="var(--late)" />
    </>
  ),
  alarm: <path d="M6 .6 11.8 11H.2z" fill="var(--alarm)" />,
  offline: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="var(--off)" strokeWidth="1.5" />
      <path d="m3 9 6-6" stroke="var(--off)" strokeWidth="1.5" />
    </>
  ),
  never: <circle cx="6" cy="6" r="4.25" fill="none" stroke="var(--off)" strokeWidth="1.5" strokeDasharray="2 1.8" />,
  info: <path d="M1.5 1.5h9v9h-9z" fill="var(--info)" />,
  paused: <path d="M2 1.5h3v9H2zM7 1.5h3v9H7z" fill="var(--off)" />,
};

/** The drawing of a state, told apart by shape alone; the word belongs beside it. */
export function StatusLamp({ kind }: { kind: StatusKind }) {
  return (
    <svg className="lamp" viewBox="0 0 12 12" aria-hidden="true">
      {SHAPES[kind]}
    </svg>
  );
}
