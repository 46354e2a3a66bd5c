import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { decodeChirpstack } from './chirpstack.ts';
import { decodeTheThingsStack } from './the-things-stack.ts';

const NOW = Date.UTC(2026, 4, 25, 14) * 1000;
const AT = Date.UTC(2026, 4, 25, 13, 42, 11) * 1000 + 412_345;
const bytes = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const readings = ({ decoded: d }: ReturnType<typeof decodeChirpstack>) => d.slot.map((slot, i) => [d.keys[slot], d.ts[i], d.value[i]]);

const things = {
  end_device_ids: { device_id: 'roof', application_ids: { application_id: 'weather' }, dev_eui: '70b3d57ed005b89a', dev_addr: '260BABCD' },
  received_at: '2026-05-25T13:42:11.612345678Z',
  uplink_message: {
    f_port: 2,
    f_cnt: 1834,
    frm_payload: 'ASsBKAAA',
    decoded_payload: { temperature: 29.9, gps_1: { latitude: 49.1, longitude: 16.6 }, doors: [true, false], note: null },
    rx_metadata: [
      { gateway_ids: { gateway_id: 'a' }, rssi: -101, snr: -3 },
      { gateway_ids: { gateway_id: 'b' }, rssi: -68, snr: 9.2 },
    ],
    received_at: '2026-05-25T13:42:11.412345678Z',
  },
};

describe('an uplink of The Things Stack', () => {
  const decode = (body: unknown) => decodeTheThingsStack(bytes(body), NOW);

  it('tells its device, its readings by path, the strongest reception and the frame', () => {
    const uplink = decode(things);
    expect(uplink.identity).toBe('70B3D57ED005B89A');
    expect(readings(uplink)).toEqual([
      ['temperature', AT, 29.9],
      ['gps_1.latitude', AT, 49.1],
      ['gps_1.longitude', AT, 16.6],
      ['doors.0', AT, true],
      ['doors.1', AT, false],
      ['rssi', AT, -68],
      ['snr', AT, 9.2],
    ]);
    expect(uplink.frame).toEqual({ fPort: 2, payload: Buffer.from([1, 43, 1, 40, 0, 0]), ts: uplink.decoded.ts[0] });
  });

  it('keeps the signal that the device itself reports', () => {
    const body = { ...things, uplink_message: { ...things.uplink_message, decoded_payload: { rssi: -50 } } };
    expect(readings(decode(body)).map(([key, , value]) => [key, value])).toEqual([
      ['rssi', -50],
      ['snr', 9.2],
    ]);
  });

  it('brings nothing when it is a join', () => {
    const { uplink_message: _, ...join } = things;
    expect(decode({ ...join, join_accept: {} })).toMatchObject({
      identity: '70B3D57ED005B89A',
      frame: null,
      decoded: { failure: null, slot: [] },
    });
  });

  it.each([
    ['no device', { uplink_message: {} }, 'shape'],
    ['a device that has no DevEUI', { end_device_ids: { dev_eui: 'xyz' } }, 'shape'],
    ['no object', [1], 'shape'],
    ['no JSON', '{', 'malformed_json'],
  ])('is refused with %s', (_, body, code) => {
    expect(decode(body)).toMatchObject({ identity: null, frame: null, decoded: { failure: { code } } });
  });

  it('with a time that cannot be keeps its frame and no reading', () => {
    const uplink = decode({ ...things, uplink_message: { ...things.uplink_message, received_at: 'yesterday' } });
    expect(uplink.decoded.errors).toEqual([{ code: 'bad_ts', index: 0 }]);
    expect(uplink.frame?.fPort).toBe(2);
  });
});

const chirp = {
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2026-05-25T13:42:11.412345+00:00',
  deviceInfo: { tenantName: 't', applicationName: 'a', deviceName: 'roof', devEui: '70b3d57ed005b89a' },
  devAddr: '00189440',
  fCnt: 4,
  fPort: 85,
  confirmed: false,
  data: 'AWcA4g==',
  object: { temperature: 22.6 },
  rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -57, snr: 10 }],
};

describe('an event of ChirpStack', () => {
  it('tells its device, its readings, the reception and the frame', () => {
    const uplink = decodeChirpstack(bytes(chirp), NOW);
    expect(uplink.identity).toBe('70B3D57ED005B89A');
    expect(readings(uplink)).toEqual([
      ['temperature', AT, 22.6],
      ['rssi', AT, -57],
      ['snr', AT, 10],
    ]);
    expect(uplink.frame).toEqual({ fPort: 85, payload: Buffer.from([1, 103, 0, 226]), ts: uplink.decoded.ts[0] });
  });

  it('brings nothing when it is no uplink', () => {
    expect(decodeChirpstack(bytes(chirp), NOW, 'status')).toMatchObject({
      identity: '70B3D57ED005B89A',
      frame: null,
      decoded: { slot: [] },
    });
  });

  it('with keys too long by nesting refuses the branch once', () => {
    const object = { ['x'.repeat(101)]: { a: 1, b: { c: 2 } }, ok: 1 };
    const { decoded } = decodeChirpstack(bytes({ ...chirp, object, rxInfo: [] }), NOW);
    expect(decoded.keys).toEqual(['ok']);
    expect(decoded.errors).toEqual([{ code: 'bad_key', index: 0, key: 'x'.repeat(100) }]);
  });
});
