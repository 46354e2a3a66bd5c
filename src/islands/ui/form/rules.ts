import { type Rules, validate } from '../../../lib/validation/index.ts';
import type { FieldProblem } from './sentence.ts';

/** The first rule that a value breaks, as a problem of its field. @throws Error for a rule that isn't one */
export async function checkRules(
  name: string,
  value: unknown,
  rules: Rules,
  values: Record<string, unknown>,
  locale: string,
): Promise<FieldProblem | null> {
  const { failed } = await validate(value, rules, { name, values, locale });
  return failed[0] ? { code: `rule.${failed[0].rule}`, params: failed[0].params } : null;
}
