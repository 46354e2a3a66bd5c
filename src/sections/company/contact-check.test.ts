import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTACT_LIMITS, CONTACT_TOPICS } from '../../lib/contract/contact-limits.ts';
import { contactMessage } from '../../lib/contract/contact-messages.ts';
import { type ContactField, problemOf } from './contact-check.ts';

const GOOD = { name: 'Jana', email: 'jana@example.com', topic: 'trial', message: 'Dobrý den, máme tři pece.', locale: 'cs' };
const taken = (field: ContactField, value: string) => contactMessage.safeParse({ ...GOOD, [field]: value }).success;

describe('the page and the server', () => {
  const near = (limit: number) => fc.integer({ min: limit - 2, max: limit + 2 }).map((length) => 'ř'.repeat(length));
  const parts = fc.array(fc.constantFrom('a', 'B', '0', '.', '-', '_', "'", '+', '@', '@', 'cz', '.com', ' ', 'ř'), { maxLength: 12 });
  const texts: Record<ContactField, fc.Arbitrary<string>> = {
    name: fc.oneof(near(CONTACT_LIMITS.name), fc.constantFrom('', ' ', '  a ')),
    email: fc.oneof(
      parts.map((all) => all.join('')),
      near(CONTACT_LIMITS.email - 6).map((local) => `${local.replaceAll('ř', 'r')}@a.cz`),
    ),
    topic: fc.constantFrom('', ...CONTACT_TOPICS),
    message: fc.oneof(
      near(CONTACT_LIMITS.shortest),
      near(CONTACT_LIMITS.message),
      near(CONTACT_LIMITS.message).map((text) => `  ${text.slice(1)}\r\n`),
      near(CONTACT_LIMITS.message).map((text) => `${text.slice(2)}\r\nř`),
    ),
  };
  it.each(Object.keys(texts) as ContactField[])('say the same of any %s', (field) => {
    fc.assert(
      fc.property(texts[field], (value) => {
        expect([value, problemOf(field, value) === null]).toEqual([value, taken(field, value)]);
      }),
      { numRuns: 400 },
    );
  });
});

it('a problem has a name that the page has a sentence for', () => {
  const cases = [
    ['name', ' ', 'required'],
    ['name', 'x'.repeat(CONTACT_LIMITS.name + 1), 'long'],
    ['email', 'jana', 'email'],
    ['topic', '', 'required'],
    ['message', 'Ahoj', 'short'],
    ['message', 'x'.repeat(CONTACT_LIMITS.message + 1), 'long'],
    ['message', 'Dobrý den.', null],
  ] as const;
  for (const [field, value, problem] of cases) expect([field, problemOf(field, value)]).toEqual([field, problem]);
});
