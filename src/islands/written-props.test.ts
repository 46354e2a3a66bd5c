import { describe, expect, it } from 'vitest';
import { writtenProps } from './written-props.ts';

const profile = { id: 'p', name: "O'Neil & <b>" };
const saved = { uid: 'p', organization: 'o' };

describe('properties of the islands of a page', () => {
  it('say once who looks and what he chose, with the first island', () => {
    const page = {};
    const first = writtenProps(page, { profile, saved, path: '/' });
    expect(first).toMatchObject({ gives: true, takes: [] });
    expect(JSON.parse(first.text.replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&'))).toEqual({
      profile,
      saved,
      path: '/',
    });
    const second = writtenProps(page, { profile: { ...profile }, saved: { ...saved }, initial: [1] });
    expect(second).toEqual({ text: '{"initial":[1]}', gives: false, takes: ['profile', 'saved'] });
    // The next page begins anew.
    expect(writtenProps({}, { profile, initial: [1] })).toMatchObject({ gives: true, takes: [] });
  });

  it('are said by each island where they differ, and where there are none', () => {
    const page = {};
    expect(writtenProps(page, { profile: null, saved: null })).toEqual({ text: '{"profile":null,"saved":null}', gives: false, takes: [] });
    expect(writtenProps(page, { profile, saved })).toMatchObject({ gives: true });
    const other = writtenProps(page, { profile: { id: 'q' }, saved });
    expect(other).toEqual({ text: '{"profile":{"id":"q"}}', gives: false, takes: ['saved'] });
    expect(writtenProps(page, { profile: null })).toEqual({ text: '{"profile":null}', gives: false, takes: [] });
  });

  it('have nothing in them that would end their attribute', () => {
    expect(writtenProps({}, { name: `'<&"` }).text).toBe(`{"name":"&#39;&lt;&amp;\\""}`);
  });
});
