import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createGate, type Gate } from './shutdown.ts';

/** A server that leaves each answer open and gives it to the test. */
async function openAnswer(gate: Gate): Promise<ServerResponse> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const asked = once(server, 'request');
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).catch(() => {});
  const [, res] = (await asked) as [unknown, ServerResponse];
  gate.enter();
  res.once('close', () => gate.leave());
  return res;
}

it('an idle process is drained at once', async () => {
  const gate = createGate();
  expect(gate.stopping).toBe(false);
  gate.close();
  expect(gate.stopping).toBe(true);
  expect(await gate.drained(60_000)).toBe(true);
});

it('the end of a process waits for the answer under way', async () => {
  const gate = createGate();
  const res = await openAnswer(gate);
  gate.close();
  let drained = false;
  const done = gate.drained(60_000).then((clean) => {
    drained = true;
    return clean;
  });
  await new Promise(setImmediate);
  expect(drained).toBe(false);
  res.end();
  expect(await done).toBe(true);
});

it('the end of a process gives up on an answer that does not end', async () => {
  const gate = createGate();
  await openAnswer(gate);
  gate.close();
  expect(await gate.drained(20)).toBe(false);
});
