interface Page<R> {
  items: R[];
  next_cursor: string | null;
}

/** All rows of a list, page by page; `each` hears what is there after every page, and ends it by throwing. */
export async function readAll<R>(
  read: (page: { limit: string; cursor?: string }) => Promise<Page<R>>,
  each?: (rows: readonly R[], whole: boolean) => void,
): Promise<R[]> {
  const rows: R[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<R> = await read({ limit: '500', ...(cursor === null ? {} : { cursor }) });
    rows.push(...page.items);
    cursor = page.next_cursor;
    each?.(rows, cursor === null);
  } while (cursor !== null);
  return rows;
}
