/** A key or a combination of keys, such as `Ctrl K`. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className="kbd">{keys.replaceAll(' ', '\u00a0')}</kbd>;
}
