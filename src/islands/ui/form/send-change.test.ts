import { expect, it } from 'vitest';
import type { RowSaved } from '../../../lib/client/kernel/server-rows.ts';
import { contested, sendChange } from './send-change.ts';

interface Row {
  rev: number;
  name: string;
  status: string;
  shifts: { start: string }[];
}
const SEEN: Row = { rev: 1, name: 'Press', status: 'on', shifts: [{ start: '06:00' }] };
const valuesOf = ({ name, shifts }: Row) => ({ name, shifts });

/** A server that has gone on from what the person saw; `hurry` changes it again after each refusal. */
function server(stored: Row, hurry: (row: Row) => Row = (row) => row) {
  let row = stored;
  const asked: number[] = [];
  const save = async (rev: number, patch: Partial<Row>): Promise<RowSaved<Row>> => {
    asked.push(rev);
    const current = row;
    if (rev !== current.rev) {
      row = hurry(row);
      return { status: 'conflict', current };
    }
    row = { ...row, ...patch, rev: rev + 1 };
    return { status: 'saved', row };
  };
  const send = (patch: Partial<Row>, seen = SEEN) => sendChange(save, valuesOf, { rev: seen.rev, patch, seen: valuesOf(seen) });
  return { send, asked, stored: () => row };
}

it('a change of other fields than those that were changed meanwhile needs no decision: it is sent again', async () => {
  const { send, asked, stored } = server({ ...SEEN, status: 'off', shifts: [{ start: '06:00' }], rev: 4 });
  expect(await send({ name: 'Press 2' })).toMatchObject({ status: 'saved' });
  expect(asked).toEqual([1, 4]);
  expect(stored()).toMatchObject({ name: 'Press 2', status: 'off' });
});

it('a list with the same items is no conflict, one with other items is', async () => {
  const shifts = [{ start: '07:00' }];
  expect(await server({ ...SEEN, name: 'Other', rev: 2 }).send({ shifts })).toMatchObject({ status: 'saved' });
  const current = { ...SEEN, shifts: [{ start: '05:00' }], rev: 2 };
  const { send, asked } = server(current);
  expect(await send({ shifts, name: 'Press 2' })).toEqual({ status: 'conflict', current });
  expect(asked).toEqual([1]);
});

it('a row that changes each time is sent again only so often', async () => {
  const { send, asked } = server({ ...SEEN, rev: 2 }, (row) => ({ ...row, rev: row.rev + 1 }));
  expect(await send({ name: 'Press 2' })).toMatchObject({ status: 'conflict' });
  expect(asked).toEqual([1, 2, 3, 4]);
});

it('what the person has decided over is a conflict again only when it has changed once more', async () => {
  const theirs = { ...SEEN, name: 'theirs', rev: 2 };
  expect(await server({ ...theirs, status: 'off', rev: 3 }).send({ name: 'mine' }, theirs)).toMatchObject({ status: 'saved' });
  const current = { ...theirs, name: 'theirs too', rev: 3 };
  expect(await server(current).send({ name: 'mine' }, theirs)).toEqual({ status: 'conflict', current });
});

it('what two people have set alike needs no decision', async () => {
  const { send, stored } = server({ ...SEEN, name: 'Press 2', rev: 2 });
  expect(await send({ name: 'Press 2', status: 'off' })).toMatchObject({ status: 'saved' });
  expect(stored()).toMatchObject({ name: 'Press 2', status: 'off', rev: 3 });
});

it('of a change only those fields are to be decided that somebody else set, and otherwise', () => {
  const seen = { name: 'Press', place: '', note: 'old', code: 'A' };
  const stored = { name: 'theirs', place: '', note: '', code: 'B' };
  expect(contested({ name: 'mine', place: 'Hall 1', note: null, code: 'C' }, seen, stored)).toEqual(['name', 'code']);
  expect(contested({ place: 'Hall 1' }, seen, stored)).toEqual([]);
});
