import { useState } from 'react';

/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** The picture of a person, or the initials where there is none. It says nothing that the name beside it doesn't. */
export function Avatar({ name, src }: { name: string; src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className="grid size-7 flex-none place-items-center overflow-hidden rounded-full bg-accent-soft text-11 font-semi text-accent"
      aria-hidden="true"
    >
      {src === null || src === broken ? (
        initialsOf(name)
      ) : (
        <img className="size-full object-cover" src={src} alt="" loading="lazy" onError={() => setBroken(src)} />
      )}
    </span>
  );
}
