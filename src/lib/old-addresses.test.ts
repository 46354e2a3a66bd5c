import { describe, expect, it } from 'vitest';
import { todaysAddress } from './old-addresses.ts';

const ask = (route: Parameters<typeof todaysAddress>[0], locale: 'cs' | 'en' | 'sk', query: string) =>
  todaysAddress(route, locale, new URLSearchParams(query));

describe('an old address', () => {
  it('of a tab of the organisation leads to that tab, with the rest of its query and in its language', () => {
    expect(ask('/org', 'en', 'tab=people&person=Eva%20%C4%8C')).toBe('/en/org?person=Eva+%C4%8C#people');
    expect(ask('/org', 'cs', 'tab=audit')).toBe('/org#audit');
  });
  it('of machines as cards leads to cards', () => {
    expect(ask('/org/machines', 'sk', 'q=lis&view=cards')).toBe('/sk/org/machines?q=lis&as=cards');
  });
  it('never leads to another site or into markup', () => {
    expect(ask('/org', 'cs', 'tab=%22%3E%3Cscript%3E')).toBe('/org');
    expect(ask('/org/machines', 'cs', 'view=//evil.example')).toBe('/org/machines');
  });
  it('is none where the address is that of today', () => {
    expect(ask('/org', 'cs', 'person=Eva')).toBeNull();
    expect(ask('/org/machines', 'cs', 'view=0192f0a0-0000-7000-8000-000000000000&as=cards')).toBeNull();
    expect(ask('/dlog/dataloggers', 'cs', 'tab=people&view=cards')).toBeNull();
  });
});
