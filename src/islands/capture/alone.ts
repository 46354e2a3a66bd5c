/**
 * While the panel lies over a page, nothing of that page is reached by keys, by touch or by a screen reader.
 * @returns gives it back
 */
export function leaveAlone(element: Element): () => void {
  const resting: HTMLElement[] = [];
  for (let at = element; at !== document.body && at.parentElement; at = at.parentElement)
    for (const other of at.parentElement.children)
      if (other !== at && other instanceof HTMLElement && !other.inert) {
        other.inert = true;
        resting.push(other);
      }
  return () => {
    for (const other of resting) other.inert = false;
  };
}
