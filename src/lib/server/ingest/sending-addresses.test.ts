import { describe, expect, it } from 'vitest';
import { sendingAddresses } from './sending-addresses.ts';

const card = (address: string, internal: boolean, family: 'IPv4' | 'IPv6' = 'IPv4') =>
  ({ address, internal, family, netmask: '', mac: '', cidr: null, ...(family === 'IPv6' ? { scopeid: 0 } : {}) }) as never;
const CARDS = { lo: [card('127.0.0.1', true)], eth0: [card('fe80::1', false, 'IPv6'), card('192.168.1.20', false)] };

describe('the addresses that devices send to', () => {
  it.each([
    ['https://log.example.com', '0.0.0.0', { site: 'https://log.example.com', machine: 'https://192.168.1.20:4321' }],
    ['http://localhost:4321', '0.0.0.0', { site: null, machine: 'http://192.168.1.20:4321' }],
    ['http://localhost:4321', '127.0.0.1', { site: null, machine: null }],
    ['http://localhost:4321', '10.0.0.5', { site: null, machine: 'http://10.0.0.5:4321' }],
  ])('of %s on %s', (siteUrl, host, expected) => {
    const config = { siteUrl, host, port: 4321, mqttPort: 0, tls: undefined };
    expect(sendingAddresses(config, CARDS)).toEqual({ ...expected, mqtt: null });
  });

  it('tell the port of MQTT, and whether it is encrypted', () => {
    const config = { siteUrl: 'http://localhost:4321', host: '127.0.0.1', port: 4321, mqttPort: 8883 };
    expect(sendingAddresses({ ...config, tls: { cert: 'a.pem', key: 'b.pem' } }).mqtt).toEqual({ port: 8883, tls: true });
    expect(sendingAddresses({ ...config, tls: undefined }).mqtt).toEqual({ port: 8883, tls: false });
  });

  it('are none of a machine without a network', () => {
    const config = { siteUrl: 'http://localhost:4321', host: '::', port: 4321, mqttPort: 0, tls: undefined };
    expect(sendingAddresses(config, {})).toEqual({ site: null, machine: null, mqtt: null });
  });
});
