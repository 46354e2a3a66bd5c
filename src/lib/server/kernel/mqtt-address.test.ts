import { describe, expect, it } from 'vitest';
import { type ConfigError, parseConfig } from './config.ts';
import { parseMqttUrl } from './mqtt-address.ts';

describe('the address of a broker elsewhere', () => {
  it('has the usual ports, and a user whose password may hold anything', () => {
    expect(parseMqttUrl('mqtt://broker.example.com')).toEqual({
      host: 'broker.example.com',
      port: 1883,
      secure: false,
      user: undefined,
      password: undefined,
      clientId: undefined,
      shared: true,
    });
    expect(parseMqttUrl('mqtts://us:p%40ss%3A@broker.example.com')).toMatchObject({
      port: 8883,
      secure: true,
      user: 'us',
      password: 'p@ss:',
    });
    expect(parseMqttUrl('mqtt://[::1]:1884/?client_id=taktlog-1&shared=0')).toMatchObject({
      host: '::1',
      port: 1884,
      clientId: 'taktlog-1',
      shared: false,
    });
  });

  it.each([
    'broker.example.com',
    'http://broker.example.com',
    'mqtt://',
    'mqtt://broker.example.com/topic',
    'mqtt://broker.example.com?client_id=a/b',
    'mqtt://broker.example.com?client_id=',
    'mqtt://broker.example.com?shared=maybe',
    'mqtt://broker.example.com?qos=2',
    'mqtt://us:%ZZ@broker.example.com',
    'mqtt://broker.example.com:99999',
  ])('is not %s', (text) => expect(parseMqttUrl(text)).toBe(null));

  it('that is wrong is named without its value', () => {
    let problems: string[] = [];
    try {
      parseConfig({ MQTT_URL: 'mqtt://us:between-us@broker.example.com/topic' });
    } catch (error) {
      ({ problems } = error as ConfigError);
    }
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^MQTT_URL: must be mqtt:\/\/ or mqtts:\/\//);
    expect(problems[0]).not.toContain('between-us');
  });
});
