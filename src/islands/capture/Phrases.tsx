/** Phrases of the panel: a tap puts one into the note. */
export function Phrases({ phrases, label, onChoose }: { phrases: readonly string[]; label: string; onChoose(phrase: string): void }) {
  if (phrases.length === 0) return null;
  return (
    <ul className="my-2 flex max-h-52 flex-wrap gap-2 overflow-y-auto overscroll-contain" aria-label={label}>
      {phrases.map((phrase) => (
        <li key={phrase} className="min-w-0">
          <button
            type="button"
            className="min-h-16 max-w-full min-w-16 rounded-2 border border-line bg-surface px-3.5 py-2 text-left text-16 leading-5 wrap-anywhere text-ink"
            onClick={() => onChoose(phrase)}
          >
            {phrase}
          </button>
        </li>
      ))}
    </ul>
  );
}
