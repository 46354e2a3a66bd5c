import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partId } from '../imports/import-task.ts';
import { createUuidv7, systemClock } from './ids.ts';
import { messageId, numberIn } from './message-ids.ts';

const CONTRACT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const place = fc.record({ no: fc.nat({ max: Number.MAX_SAFE_INTEGER }), received_at: fc.nat({ max: Number.MAX_SAFE_INTEGER }) });

describe('the id of a message', () => {
  it('follows from its moment and its number, and tells them', () => {
    fc.assert(
      fc.property(place, ({ no, received_at }) => {
        const id = messageId({ given_id: null, no, received_at });
        expect(id).toMatch(CONTRACT_ID);
        const told = numberIn(id)!;
        expect(told.no).toBe(no);
        expect(told.from <= received_at && received_at < told.to).toBe(true);
      }),
    );
  });

  it('sorts as messages came', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const ids = [a, b].map((one) => messageId({ given_id: null, ...one }));
        const millisecond = ({ received_at }: typeof a) => Math.floor(received_at / 1_000);
        const order = millisecond(a) - millisecond(b) || a.no - b.no;
        expect(Math.sign(order)).toBe(ids[0] === ids[1] ? 0 : ids[0]! < ids[1]! ? -1 : 1);
      }),
    );
  });

  it('is the one that was given, which is never taken for a number', () => {
    const uuid = createUuidv7(systemClock);
    const given = [
      ...Array.from({ length: 2_000 }, uuid),
      ...Array.from({ length: 2_000 }, (_, i) => partId({ id: uuid(), createdAt: 1 }, i)),
    ];
    for (const id of given) {
      expect(messageId({ given_id: id, no: 1, received_at: 1 })).toBe(id);
      expect(numberIn(id)).toBeNull();
    }
  });

  it('names nothing where it says a number that there can’t be', () => {
    expect(numberIn('ffffffff-ffff-8fff-bfff-ffffffffffff')).toEqual({ no: 0, from: 0, to: 0 });
    expect(numberIn('0')).toBeNull();
  });
});
