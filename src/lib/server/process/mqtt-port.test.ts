import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { connect as connectTls } from 'node:tls';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../kernel/config.ts';
import { testTimers } from '../testing/timers.ts';
import { openMqttPort } from './mqtt-port.ts';
import { TEST_CERT, TEST_KEY } from './web/test-certificate.ts';

const HOST = '127.0.0.1';
const log = pino({ level: 'silent' });

/** Something that sits at a port. */
async function squatter() {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, leave: () => new Promise((resolve) => server.close(resolve)) };
}

/** Opens a port whose connections are greeted. */
async function greeting(config: { mqttPort: number; mqttPortChosen: boolean }, secure = false) {
  const { timers, ring } = testTimers();
  const tls = secure ? { cert: Buffer.from(TEST_CERT), key: Buffer.from(TEST_KEY) } : undefined;
  const port = await openMqttPort({ host: HOST, ...config }, tls, (socket) => void socket.end('hello'), log, timers);
  onTestFinished(() => port.close());
  return { port, ring: () => ring(15_000) };
}

async function greeted(socket: ReturnType<typeof connect>): Promise<string> {
  let text = '';
  for await (const bytes of socket) text += bytes;
  return text;
}

it('a port that was chosen and is taken ends the start', async () => {
  const { port } = await squatter();
  const opened = greeting({ mqttPort: port, mqttPortChosen: true });
  await expect(opened).rejects.toThrow(ConfigError);
  await expect(opened).rejects.toThrow(/^MQTT_PORT: port \d+ is taken/);
});

it('the usual port is waited for when it is taken', async () => {
  const other = await squatter();
  const { port, ring } = await greeting({ mqttPort: other.port, mqttPortChosen: false });
  expect(port.url).toBeNull();
  ring();
  await other.leave();
  await expect
    .poll(() => {
      ring();
      return port.url;
    })
    .toBe(`mqtt://${HOST}:${other.port}`);
  expect(await greeted(connect(other.port, HOST))).toBe('hello');
});

it('with certificates it speaks TLS and nothing else', async () => {
  const { port, leave } = await squatter();
  await leave();
  const { port: secure } = await greeting({ mqttPort: port, mqttPortChosen: true }, true);
  expect(secure.url).toBe(`mqtts://${HOST}:${port}`);
  expect(await greeted(connectTls({ port, host: HOST, rejectUnauthorized: false }))).toBe('hello');
  const plain = connect(port, HOST);
  plain.write('hello?');
  expect(await greeted(plain).catch(() => '')).not.toContain('hello');
});
