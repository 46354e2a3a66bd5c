import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompress, constants, createBrotliCompress, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib';
import { AT_ONCE_BYTES, zstdAtOnce } from '../../kernel/zstd.ts';
import type { Encoding } from './negotiate.ts';

/** Bytes under which compressing an answer costs more than it saves. */
const MIN_BYTES = 1_024;
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*json|xml|javascript))/i;
// Packing a page at once takes less of the processor than handing it to another thread: 0.3 ms, where that alone takes 0.4. A page is 6 % longer
// than with level 6, which takes three times as long. Lists of the API are as short with level 1, which takes two thirds of 3.
const [DATA_LEVEL, LEVEL] = [1, 3];
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } };
/** What rows are sent as. */
const DATA = /^application\/json/i;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 19 } };
const GZIP = { level: 6 };

type Chunk = string | Uint8Array;
/** What of ServerResponse its writers use; each may be replaced until it is known what is written. */
interface Writers {
  writeHead(status: number, ...rest: (string | OutgoingHttpHeaders | undefined)[]): ServerResponse;
  flushHeaders(): void;
  write(chunk: Chunk): boolean;
  end(chunk?: Chunk): ServerResponse;
}

/**
 * Compresses what will be written to `res` when its type and size are worth it. An answer that ends with its first chunk is compressed whole, what is
 * written in pieces goes through a stream. Live event streams and bodiless answers pass untouched.
 */
export function compressAnswer(res: ServerResponse, encoding: Encoding): void {
  const target = res as unknown as Writers;
  const real: Writers = {
    writeHead: target.writeHead.bind(res),
    flushHeaders: target.flushHeaders.bind(res),
    write: target.write.bind(res),
    end: target.end.bind(res),
  };
  const replace = (writers: Partial<Writers>) => Object.assign(target, writers);
  // A write without a head writes the implied head first; that head decides whether the answer is compressed.
  const implied = () => target.writeHead(res.statusCode);

  replace({
    writeHead(status, ...rest) {
      const headers = rest.find((one) => typeof one === 'object') ?? {};
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value);
      replace(real);
      if (!isWorth(res, status)) return target.writeHead(status);
      res.appendHeader('Vary', 'Accept-Encoding');
      replace(heldWriters(res, real, status, encoding));
      return res;
    },
    flushHeaders() {
      implied();
      target.flushHeaders();
    },
    write(chunk) {
      implied();
      return target.write(chunk);
    },
    end(chunk) {
      implied();
      return target.end(chunk);
    },
  });
}

/** Ends `res`, whose headers are set and whose head isn't written, with that body, compressed when it is worth it. */
export function endCompressed(res: ServerResponse, body: Buffer, encoding: Encoding | null): void {
  const isPacked = encoding !== null && isWorth(res, res.statusCode);
  if (isPacked) res.appendHeader('Vary', 'Accept-Encoding');
  if (isPacked && body.length >= MIN_BYTES) endPacked(res, body, body.length, encoding);
  else res.setHeader('Content-Length', body.length).end(body);
}

/** @param length of the body, bytes */
function endPacked(res: ServerResponse, body: Chunk, length: number, encoding: Encoding): void {
  const packed = (error: Error | null, result: Buffer) => {
    if (res.destroyed) return;
    if (error) {
      res.destroy(error);
      return;
    }
    res.setHeader('Content-Encoding', encoding);
    res.setHeader('Content-Length', result.length);
    res.end(result);
  };
  if (encoding === 'zstd' && length <= AT_ONCE_BYTES) {
    packed(null, zstdAtOnce(body, length, DATA.test(String(res.getHeader('Content-Type'))) ? DATA_LEVEL : LEVEL));
  } else if (encoding === 'zstd') zstdCompress(body, ZSTD, packed);
  else if (encoding === 'br') brotliCompress(body, BROTLI, packed);
  else gzip(body, GZIP, packed);
}

/** The head was written but no chunk yet, so nothing has been sent. */
function heldWriters(res: ServerResponse, real: Writers, status: number, encoding: Encoding): Writers {
  const target = res as unknown as Writers;
  const stream = () => {
    res.removeHeader('Content-Length');
    res.setHeader('Content-Encoding', encoding);
    real.writeHead(status);
    Object.assign(target, streamWriters(res, real, encoding));
  };
  return {
    writeHead: () => res,
    flushHeaders: stream,
    write(chunk) {
      stream();
      return target.write(chunk);
    },
    end(chunk) {
      const body = chunk ?? '';
      const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
      Object.assign(target, real);
      res.statusCode = status;
      if (length >= MIN_BYTES) endPacked(res, body, length, encoding);
      else res.end(body);
      return res;
    },
  };
}

function streamWriters(res: ServerResponse, real: Writers, encoding: Encoding): Writers {
  const compressor = encoding === 'zstd' ? createZstdCompress(ZSTD) : encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  compressor.on('data', (chunk: Buffer) => {
    if (real.write(chunk)) return;
    compressor.pause();
    res.once('drain', () => compressor.resume());
  });
  compressor.on('end', () => real.end());
  compressor.on('error', (error) => res.destroy(error));
  // Writers that wait for room wait on the response.
  compressor.on('drain', () => res.emit('drain'));
  res.once('close', () => compressor.destroy());
  return {
    writeHead: () => res,
    flushHeaders: () => {},
    write: (chunk) => compressor.write(chunk),
    end(chunk) {
      if (chunk === undefined) compressor.end();
      else compressor.end(chunk);
      return res;
    },
  };
}

function isWorth(res: ServerResponse, status: number): boolean {
  if (status < 200 || status === 204 || status === 304 || res.req.method === 'HEAD') return false;
  if (res.hasHeader('Content-Encoding') || !COMPRESSIBLE.test(String(res.getHeader('Content-Type') ?? ''))) return false;
  const length = res.getHeader('Content-Length');
  return length === undefined || Number(length) >= MIN_BYTES;
}
