/** What the id of a message follows from, as its row has it. */
export interface NamedMessage {
  /** An id that it had before it was stored; null = it follows from the rest. */
  given_id: string | null;
  received_at: number;
  no: number;
}

/** Version 8 and variant b: ids that are given are of version 7, or of version 8 and variant 8. */
const FROM_NUMBER = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-b([0-9a-f]{3})-([0-9a-f]{12})$/;

/**
 * The id under which a message is known: 48 bits of the millisecond of its receipt and its number, so that it need be neither stored nor
 * looked for, and sorts as messages came.
 */
export function messageId({ given_id, received_at, no }: NamedMessage): string {
  if (given_id !== null) return given_id;
  const time = Math.floor(received_at / 1_000)
    .toString(16)
    .padStart(12, '0');
  const number = no.toString(16).padStart(18, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-8${number.slice(0, 3)}-b${number.slice(3, 6)}-${number.slice(6)}`;
}

/** The message whose id follows from its number; null = the id was given. */
export function numberIn(id: string): { no: number; from: number; to: number } | null {
  const [, high, low, ...digits] = FROM_NUMBER.exec(id) ?? [];
  if (high === undefined) return null;
  const from = Number.parseInt(`${high}${low}`, 16) * 1_000;
  const no = Number.parseInt(digits.join(''), 16);
  // A number or a moment that none has: such an id names nothing, and no engine takes it for a number.
  return Number.isSafeInteger(no) && Number.isSafeInteger(from) ? { no, from, to: from + 1_000 } : { no: 0, from: 0, to: 0 };
}
