import { unbroken } from './unbroken.ts';

/** Letters of a name that a phone holds on one line; a longer one would only stand apart there. */
const LONGEST = 20;

/** A sentence in which a word with a hyphen, such as a code or the name of a file, stays together as long as a line holds it. */
export function Unbroken({ children }: { children: string }) {
  return unbroken(children).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className={`inline-block max-w-full wrap-anywhere ${part.length > LONGEST ? 'slim:inline' : ''}`}>
        {part}
      </span>
    ),
  );
}
