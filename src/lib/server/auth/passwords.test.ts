import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';

const CHEAP = { log2N: 4, r: 8, p: 1 };

describe('passwords', () => {
  it('are kept with their parameters and a salt of their own', async () => {
    const [one, two] = await Promise.all([hashPassword('kladivo a kovadlina'), hashPassword('kladivo a kovadlina')]);
    expect(one).toMatch(/^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('kladivo a kovadlina', one)).toBe(true);
    expect(await verifyPassword('kladivo a kovadlinA', one)).toBe(false);
  });

  it('verify at the cost they were hashed at and are then due for a new hash', async () => {
    const old = await hashPassword('kladivo a kovadlina', CHEAP);
    expect(await verifyPassword('kladivo a kovadlina', old)).toBe(true);
    expect(needsRehash(old)).toBe(true);
    expect(needsRehash(await hashPassword('x'))).toBe(false);
  });

  it('typed on another keyboard are the same password', async () => {
    expect(await verifyPassword('příliš žluťoučký'.normalize('NFD'), await hashPassword('příliš žluťoučký'.normalize('NFC'), CHEAP))).toBe(
      true,
    );
  });

  it('nobody and a broken hash have none, and nobody costs what somebody costs', async () => {
    const real = await hashPassword('kladivo a kovadlina');
    const time = async (stored: string | null) => {
      const start = performance.now();
      expect(await verifyPassword('wrong', stored)).toBe(false);
      return performance.now() - start;
    };
    await time(real);
    const [somebody, nobody] = [await time(real), await time(null)];
    expect(nobody).toBeGreaterThan(somebody / 4);
    expect(await verifyPassword('', '')).toBe(false);
    expect(await verifyPassword('x', 'plain$x')).toBe(false);
  });

  it('wait in a queue that ends: the rest is told to come later, people known here go first', async () => {
    const order: string[] = [];
    const hash = await hashPassword('x', CHEAP);
    const strangers = Array.from({ length: 40 }, () => verifyPassword('y', hash).then(() => order.push('stranger')));
    const known = verifyPassword('x', hash, true).then(() => order.push('known'));
    const outcomes = await Promise.allSettled([...strangers, known]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason as unknown);
    expect(refused).toHaveLength(40 - 2 - 32);
    for (const error of refused) expect(error).toEqual(new AppError('too_many_attempts', { retryAfter: 3 }));
    expect(order.indexOf('known')).toBeLessThan(6);
    expect(await verifyPassword('x', hash)).toBe(true);
  });
});
