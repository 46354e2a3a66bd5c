/** Decoders of devices whose frames are bytes; they run in the sandbox like those that people write. */

/** Channel, type, value: 01 75 battery in %, 03 67 temperature in tenths (little endian), 04 68 humidity in halves. */
export const MILESIGHT_EM300 = `function decodeUplink({ bytes }) {
  const data = {};
  for (let i = 0; i + 2 < bytes.length; ) {
    const id = bytes[i++], type = bytes[i++];
    if (id === 0x01 && type === 0x75) data.battery = bytes[i++];
    else if (id === 0x03 && type === 0x67) {
      const raw = bytes[i] | (bytes[i + 1] << 8);
      data.temperature = (raw > 0x7fff ? raw - 0x10000 : raw) / 10;
      i += 2;
    } else if (id === 0x04 && type === 0x68) data.humidity = bytes[i++] / 2;
    else if (id === 0x05 && type === 0x00) data.leak = bytes[i++] === 1;
    else break;
  }
  return { data };
}
`;

/** Eleven bytes, big endian: battery (14 bits, mV), temperature (0.01 °C), humidity (0.1 %), kind of probe, its temperature (0.01 °C). */
export const DRAGINO_LHT65 = `function decodeUplink({ bytes }) {
  if (bytes.length < 7) return { errors: ['too short'] };
  const signed = (i) => {
    const raw = (bytes[i] << 8) | bytes[i + 1];
    return raw > 0x7fff ? raw - 0x10000 : raw;
  };
  const data = {
    battery: (((bytes[0] & 0x3f) << 8) | bytes[1]) / 1000,
    temperature: signed(2) / 100,
    humidity: ((bytes[4] << 8) | bytes[5]) / 10,
  };
  if ((bytes[6] & 0x0f) === 1 && signed(7) !== 0x7fff) data.probe = signed(7) / 100;
  return { data };
}
`;
