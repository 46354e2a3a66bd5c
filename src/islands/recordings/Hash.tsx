/** A hash by groups of four, as one compares it. */
export function Hash({ of }: { of: string }) {
  return <code className="mono block max-w-42 text-12 leading-4.5 break-normal wrap-anywhere">{of.match(/.{1,4}/g)?.join(' ')}</code>;
}
