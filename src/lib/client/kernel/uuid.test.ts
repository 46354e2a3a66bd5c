import { describe, expect, it } from 'vitest';
import { id } from '../../contract/common.ts';
import { uuidv7 } from './uuid.ts';

describe('ids made in the browser', () => {
  it('are what the contract calls an id, whatever the chance', () => {
    for (const random of [new Uint8Array(10), new Uint8Array(10).fill(255)])
      expect(id.safeParse(uuidv7(Date.now(), random)).success).toBe(true);
    expect(id.safeParse(uuidv7()).success).toBe(true);
  });

  it('carry the moment in their first 48 bits', () => {
    expect(uuidv7(0x0123456789ab, new Uint8Array(10))).toBe('01234567-89ab-7000-8000-000000000000');
  });
});
