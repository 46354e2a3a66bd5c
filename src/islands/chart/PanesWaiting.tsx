/** The place of the panes, as long as what draws them is on its way. @param heights of the panes, pixels */
export function PanesWaiting({ heights = [] }: { heights?: readonly number[] }) {
  return (
    <div
      className="flex flex-1 flex-col justify-between border-b border-line-2"
      style={heights.length > 0 ? { height: heights.reduce((sum, one) => sum + one, 0) } : undefined}
      aria-busy="true"
    >
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <span key={line} className="border-t border-line" />
      ))}
    </div>
  );
}
