import { describe, expect, it } from 'vitest';
import type { EvaluatedChannel } from '../contract/recordings.ts';
import { sparseOf } from './recording-words.ts';

const statistics = (over: object) => ({ n: 13, coverage: 0, gap_s: 120, ...over }) as EvaluatedChannel['statistics'];
const channel = (channel_id: string, of: EvaluatedChannel['statistics']) => ({ channel_id, statistics: of }) as EvaluatedChannel;

describe('readings of a recording', () => {
  const channels = [
    { channel_id: 'a', interval_s: null },
    { channel_id: 'b', interval_s: 60 },
  ];
  const found = (of: EvaluatedChannel['statistics']) => sparseOf(channels, { channels: [channel('a', of), channel('b', of)] });

  it('are sparser than the interval of their logger knows where no two of them are near enough', () => {
    expect(found(statistics({}))).toEqual({ gap_s: 120, interval_s: 60 });
  });

  it('are missing, not sparse, where a part is known, where there is one or none, and of what is no number', () => {
    for (const of of [statistics({ coverage: 0.2 }), statistics({ n: 1 }), statistics({ n: 0, coverage: 0 }), null])
      expect(found(of)).toBeNull();
    expect(sparseOf(channels, { channels: [] })).toBeNull();
  });
});
