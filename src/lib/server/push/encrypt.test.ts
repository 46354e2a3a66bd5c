import { describe, expect, it } from 'vitest';
import { encryptFor, isBrowserKeys, MOST_PUSHED_BYTES } from './encrypt.ts';

/** The example of RFC 8291, appendix A. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const CHOSEN = {
  salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
};

describe('a message to a browser', () => {
  it('is encrypted as the RFC’s own example', () => {
    const body = encryptFor(KEYS, Buffer.from('When I grow up, I want to be a watermelon'), CHOSEN);
    expect(body.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('is another one each time', () => {
    const [a, b] = [1, 2].map(() => encryptFor(KEYS, Buffer.from('x')).toString('base64url'));
    expect(a).not.toBe(b);
  });

  it('fits what a push service takes, and is none that is longer', () => {
    expect(encryptFor(KEYS, Buffer.alloc(MOST_PUSHED_BYTES)).byteLength).toBeLessThanOrEqual(4_096);
    expect(() => encryptFor(KEYS, Buffer.alloc(MOST_PUSHED_BYTES + 1))).toThrow();
  });

  it('goes to keys that a browser can have made only', () => {
    expect(isBrowserKeys(KEYS)).toBe(true);
    expect(isBrowserKeys({ ...KEYS, auth: 'BTBZ' })).toBe(false);
    expect(isBrowserKeys({ ...KEYS, p256dh: KEYS.p256dh.slice(0, 40) })).toBe(false);
    // No point of the curve.
    expect(isBrowserKeys({ ...KEYS, p256dh: `${KEYS.p256dh.slice(0, -4)}AAAA` })).toBe(false);
  });
});
