import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { TypeSpec } from '../../../contract/logger-types.ts';
import { MILESIGHT_EM300 } from '../../../domain/logger-types/built-in-scripts.ts';
import { parseInstant } from '../../../domain/time/instant.ts';
import { typeDecoder } from './type-decoder.ts';

const NOW = parseInstant('2026-11-20T12:00:00Z');
const spec = (over: Partial<TypeSpec>): TypeSpec => ({
  decoder: 'mapping',
  script: null,
  rows: null,
  time: null,
  clock: { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' },
  channels: [],
  ...over,
});
const read = (made: TypeSpec, door: string, message: unknown) => {
  const { keys, slot, value, ts, failure } = typeDecoder(made, new Map()).of(door)(new TextEncoder().encode(JSON.stringify(message)), NOW);
  return { failure, rows: slot.map((one, i) => [keys[one], value[i], (ts[i]! - NOW) / 1e6]) };
};
const UPLINK = {
  end_device_ids: { dev_eui: '24E124136B502217' },
  received_at: '2026-11-20T11:59:00Z',
  uplink_message: {
    f_port: 85,
    frm_payload: Buffer.from('01755c03670101046865', 'hex').toString('base64'),
    decoded_payload: { of: 'the network' },
    rx_metadata: [{ rssi: -80, snr: 7 }],
  },
};

describe('a logger type at the door of a network server', () => {
  it('reads the frame by its own decoder, at the time of reception, with the strength of the signal beside it', () => {
    expect(read(spec({ decoder: 'javascript', script: MILESIGHT_EM300 }), 'tts@1', UPLINK).rows).toEqual([
      ['battery', 92, -60],
      ['temperature', 25.7, -60],
      ['humidity', 50.5, -60],
      ['rssi', -80, -60],
      ['snr', 7, -60],
    ]);
    const lpp = { ...UPLINK, uplink_message: { ...UPLINK.uplink_message, frm_payload: Buffer.from('016700d7', 'hex').toString('base64') } };
    expect(read(spec({ decoder: 'cayenne-lpp' }), 'tts@1', lpp).rows[0]).toEqual(['temperature_1', 21.5, -60]);
  });

  it('names what the network’s own formatter gave where it is a mapping', () => {
    const channel = {
      label: 'Od sítě',
      sensor_type_id: null,
      unit: null,
      scale: 1,
      offset: 0,
      input_min: null,
      input_max: null,
      states: null,
    };
    expect(read(spec({ channels: [{ ...channel, path: 'of', key: 'from' }] }), 'tts@1', UPLINK).rows[0]).toEqual([
      'from',
      'the network',
      -60,
    ]);
  });

  it('keeps what a script warns of, as much of it as somebody reads', () => {
    const script = `function decodeUplink() {
      return { data: { t: 1 }, warnings: ['low\\nbattery', { code: 7 }, undefined, 'x'.repeat(1000), ...Array(100).fill('more')] };
    }`;
    const decoder = typeDecoder(spec({ decoder: 'javascript', script }), new Map());
    const { keys, warnings = [] } = decoder.of('json@1')(new Uint8Array([1]), NOW);
    expect(keys).toEqual(['t']);
    expect(warnings).toHaveLength(19);
    expect(warnings.slice(0, 3)).toEqual([
      { code: 'script_warned', text: 'low battery' },
      { code: 'script_warned', text: '{"code":7}' },
      { code: 'script_warned', text: 'x'.repeat(200) },
    ]);
  });

  it('says what a frame lacks instead of taking something else', () => {
    expect(read(spec({ decoder: 'javascript', script: 'function decodeUplink() { throw 1 }' }), 'tts@1', UPLINK).failure).toEqual({
      code: 'script_failed',
    });
  });
});
