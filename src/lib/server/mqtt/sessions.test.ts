import { expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { Session, Sessions } from './sessions.ts';

const packet = (messageId: number, more: { qos?: 1 | 2; dup?: boolean; payload?: string } = {}) => ({
  qos: 1 as 1 | 2,
  topic: 'taktlog/json',
  payload: '{}',
  messageId,
  ...more,
});

/** Counts what is stored. */
function storing(session: Session) {
  let count = 0;
  const once = (sent: ReturnType<typeof packet>) =>
    session.once(sent, async () => {
      count += 1;
    });
  return { once, stored: () => count };
}

it('a number that is used again means the same message only when the client says so, and the message is the same', async () => {
  const { once, stored } = storing(new Session());
  await once(packet(1));
  await once(packet(1, { dup: true }));
  expect(stored()).toBe(1);
  await once(packet(1));
  await once(packet(1, { dup: true, payload: '{"a":1}' }));
  expect(stored()).toBe(3);
});

it('an acknowledgement that went out frees the number, and so does a failure', async () => {
  const session = new Session();
  const { once, stored } = storing(session);
  await once(packet(1));
  session.acknowledged(packet(1));
  await once(packet(1, { dup: true }));
  expect(stored()).toBe(2);
  const failing = session.once(packet(2), () => Promise.reject(new AppError('storage_busy')));
  await expect(failing).rejects.toThrow('storage_busy');
  await once(packet(2, { dup: true }));
  expect(stored()).toBe(3);
});

it('messages of QoS 2 stay known until they are released, a thousand at most', async () => {
  const session = new Session();
  const { once, stored } = storing(session);
  for (let n = 1; n <= 1000; n += 1) await once(packet(n, { qos: 2 }));
  await once(packet(5, { qos: 2 }));
  expect(stored()).toBe(1000);
  await expect(once(packet(1001, { qos: 2 }))).rejects.toThrow('too_many_attempts');
  session.release(5);
  await once(packet(5, { qos: 2 }));
  expect(stored()).toBe(1001);
});

it('sessions of clients that are away are kept as long as there is something to know, twenty of a token', async () => {
  const sessions = new Sessions();
  const leave = async (id: string, credentialId: string, count: number) => {
    const session = sessions.open(id, credentialId);
    for (let n = 1; n <= count; n += 1) await session.once(packet(n), async () => undefined);
    sessions.leave(id);
  };
  await leave('empty', 'a', 0);
  await leave('other', 'b', 1);
  for (let n = 0; n < 25; n += 1) await leave(`away ${n}`, 'a', 1);
  expect(sessions.find('empty')).toBeUndefined();
  expect(sessions.find('other')?.size).toBe(1);
  expect(Array.from({ length: 25 }, (_, n) => sessions.find(`away ${n}`) !== undefined)).toEqual([
    ...new Array(5).fill(false),
    ...new Array(20).fill(true),
  ]);
});

it('a session that a second connection has taken over outlives the first', () => {
  const sessions = new Sessions();
  const first = sessions.open('one', 'a');
  expect(sessions.open('one', 'a')).toBe(first);
  sessions.leave('one');
  expect(sessions.find('one')).toBe(first);
  sessions.leave('one');
  expect(sessions.find('one')).toBeUndefined();
});
