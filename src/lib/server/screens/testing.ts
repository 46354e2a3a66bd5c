import type { Problem } from '../../contract/errors.ts';

/** Status, code, and each field with its problem. */
export async function problemOf(answer: Response): Promise<(number | string)[]> {
  const { code, errors } = (await answer.json()) as Problem;
  return [answer.status, code, ...(errors ?? []).map((one) => `${one.path} ${one.code}`)];
}
