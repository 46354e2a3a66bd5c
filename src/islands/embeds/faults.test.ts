import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/client/kernel/api.ts';
import { faultOf, refusedChannel } from './faults.ts';

/** The key and what fills it, in place of a sentence. */
const t = ((key: string, fill?: object) => [key, ...Object.values(fill ?? {})].join(' ')) as unknown as Parameters<typeof faultOf>[1];
const channels = [
  { id: 'a', name: 'Air', logger: 'Cold room' },
  { id: 'b', name: 'Door', logger: null },
];

describe('what is wrong with an embed', () => {
  it('is said of its channels and of the pages that may frame it, one thing at a time', () => {
    expect(faultOf({ channels, origins: 'www.company.com' }, t)).toBeNull();
    expect(faultOf({ channels: [], origins: '' }, t)).toEqual({ of: 'channels', text: 'embeds:no_channels' });
    expect(faultOf({ channels, origins: ' ' }, t)).toEqual({ of: 'origins', text: 'embeds:origins_missing' });
    expect(faultOf({ channels, origins: 'http://a.cz' }, t)).toEqual({ of: 'origins', text: 'embeds:origin_bad http://a.cz' });
    const eleven = Array.from({ length: 11 }, (_, i) => `a${i}.cz`).join('\n');
    expect(faultOf({ channels, origins: eleven }, t)).toEqual({ of: 'origins', text: 'embeds:origins_most 10' });
  });

  it('is the channel that the server refused, by its name', () => {
    const refused = (path: string) => {
      const data = { code: 'validation_failed', request_id: 'r', errors: [{ path, code: 'invalid' }] };
      return refusedChannel(new ApiError('validation_failed', { status: 422, data, headers: new Headers() }), channels, t);
    };
    expect(refused('channels.1')).toEqual({ of: 'channels', text: 'embeds:channel_gone Door' });
    expect(refused('channels.7')).toBeNull();
    expect(refused('name')).toBeNull();
    expect(refusedChannel(new Error('broken'), channels, t)).toBeNull();
  });
});
