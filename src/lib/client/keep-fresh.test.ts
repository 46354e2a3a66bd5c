import { describe, expect, it } from 'vitest';
import { outcome } from './keep-fresh.ts';

describe('a page that asks for itself anew', () => {
  const own = { build: 'a', framedBy: 'https://hall.example' };

  it('takes over what comes, and says that it is old where nothing can be had', () => {
    expect(outcome(200, own, own)).toBe('take');
    expect(outcome(503, { build: null, framedBy: null }, own)).toBe('old');
  });

  it('is loaded anew once its link is over, another build wrote it, or other pages may frame it', () => {
    expect(outcome(410, { build: 'a', framedBy: null }, own)).toBe('reload');
    expect(outcome(404, { build: 'a', framedBy: null }, own)).toBe('reload');
    expect(outcome(200, { ...own, build: 'b' }, own)).toBe('reload');
    expect(outcome(200, { ...own, framedBy: 'https://hall.example https://other.example' }, own)).toBe('reload');
  });

  it('of the hall, which nobody frames, takes values over whichever pages may frame them', () => {
    expect(outcome(200, own, { build: 'a', framedBy: null })).toBe('take');
  });
});
