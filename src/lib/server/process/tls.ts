import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Config, ConfigError } from '../kernel/config.ts';

/**
 * Certificate chain and key of `TLS_CERT` and `TLS_KEY`, both PEM files.
 * @throws ConfigError when a file can't be read, or the two are not a certificate and its key
 */
export function readTls(tls: NonNullable<Config['tls']>): { cert: Buffer; key: Buffer } {
  const cert = read('TLS_CERT', tls.cert);
  const key = read('TLS_KEY', tls.key);
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new ConfigError(['TLS_CERT, TLS_KEY: must be PEM files, a certificate chain and the private key that belongs to it']);
  }
  return { cert, key };
}

function read(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError([`${variable}: can't read the file (${(error as NodeJS.ErrnoException).code ?? 'error'})`]);
  }
}
