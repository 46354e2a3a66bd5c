import { describe, expect, it } from 'vitest';
import { zoneText } from './zone-name.ts';

describe('the name of a time zone', () => {
  it('is said in words of the language, beside the one that tells it exactly', () => {
    expect(zoneText('Europe/Prague', 'cs')).toBe('středoevropský čas (Europe/Prague)');
    expect(zoneText('Europe/Prague', 'sk')).toBe('stredoeurópsky čas (Europe/Prague)');
    expect(zoneText('America/New_York', 'en')).toBe('Eastern Time (America/New York)');
  });
  it('is the exact one alone where there are no words', () => {
    expect(zoneText('UTC', 'cs')).toBe('UTC');
    expect(zoneText('Nowhere/Land', 'en')).toBe('Nowhere/Land');
  });
});
