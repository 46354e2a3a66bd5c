import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type StreamEvent } from './event-stream.ts';

function read(pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const push = createEventParser((event) => events.push(event));
  for (const piece of pieces) push(piece);
  return events;
}

/** The same text cut at the given places. */
function cut(text: string, places: number[]): string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...at, text.length].map((end, index) => text.slice(index === 0 ? 0 : at[index - 1], end));
}

const field = fc.oneof(
  fc.constantFrom(
    'data: {"a":1}',
    'data:x',
    'data',
    'data:  two',
    'event: values',
    'event:',
    'id: 42',
    'id',
    ': beat',
    'retry: 5',
    'foo: bar',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const stream = fc
  .array(fc.tuple(field, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 40 })
  .map((lines) => lines.map(([text, end]) => text + end).join(''));

describe('reading the live stream', () => {
  it('gives the same events however the network cut the stream', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 30 }), (text, places) => {
        expect(read(cut(text, places))).toEqual(read([text]));
      }),
      { numRuns: 500 },
    );
  });

  it('gives every event that was written, whatever its text is', () => {
    const event = fc.record({
      name: fc.constantFrom('values', 'received', 'changed'),
      data: fc.array(
        fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, '')),
        { minLength: 1, maxLength: 3 },
      ),
      id: fc.nat().map(String),
    });
    fc.assert(
      fc.property(fc.array(event), fc.constantFrom('\n', '\r', '\r\n'), fc.array(fc.nat()), (events, end, places) => {
        const text = events
          .map((one) => `event: ${one.name}${end}id: ${one.id}${end}${one.data.map((line) => `data: ${line}${end}`).join('')}${end}`)
          .join(`: beat${end}${end}`);
        expect(read(cut(text, places))).toEqual(events.map((one) => ({ name: one.name, id: one.id, data: one.data.join('\n') })));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the last id for events that carry none, and ignores an id with NUL', () => {
    expect(read(['id: 7\ndata: a\n\ndata: b\n\nid: 8\0\ndata: c\n\n']).map((event) => event.id)).toEqual(['7', '7', '7']);
  });

  it('does not give out an event without data or without its closing blank line', () => {
    expect(read(['event: values\n\ndata: half'])).toEqual([]);
  });

  it('counts comments as signs of life', () => {
    let beats = 0;
    const push = createEventParser(
      () => {},
      () => {
        beats++;
      },
    );
    push(': still here\n\n');
    expect(beats).toBe(2);
  });
});
