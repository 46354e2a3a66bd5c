import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import type { Encoding } from './negotiate.ts';

/** Bytes under which compressing an answer costs more than it saves. */
const MIN_BYTES = 1_024;
/** Bytes of a page that are kept until it is whole: a browser paints none of it before, and packing it at once costs less. */
const MAX_HELD = 1_048_576;
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*json|xml|javascript))/i;
// A page as zstd is 5 % longer than as the brotli of before and takes a third of its processor time; brotli 4 half.
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 6 } };
// Answers of the API: packing one takes less than handing it to another thread, and a tenth of what level 6 takes there.
const MAX_AT_ONCE = 65_536;
const ZSTD_AT_ONCE = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
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
 * Compresses what will be written to `res` when its type and size are worth it. An answer that ends with its first chunk, and a page of at
 * most a megabyte, is compressed whole, off the event loop unless it is a small one of the API; what else is written in pieces goes through a stream. Live event streams and bodiless answers pass untouched.
 * @param whole what is done with a page that is whole, before it is compressed
 */
export function compressAnswer(res: ServerResponse, encoding: Encoding, whole: (page: Buffer) => Buffer = (page) => page): void {
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
      replace(heldWriters(res, real, { status, encoding, whole }));
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

/** The head was written but no chunk yet, so nothing has been sent. */
function heldWriters(
  res: ServerResponse,
  real: Writers,
  { status, encoding, whole }: { status: number; encoding: Encoding; whole: (page: Buffer) => Buffer },
): Writers {
  const target = res as unknown as Writers;
  const encoded = (length?: number) => {
    Object.assign(target, real);
    res.removeHeader('Content-Length');
    res.setHeader('Content-Encoding', encoding);
    if (length !== undefined) res.setHeader('Content-Length', length);
    real.writeHead(status);
  };
  const held: Buffer[] = [];
  const isPage = String(res.getHeader('Content-Type')).startsWith('text/html');
  let size = isPage ? 0 : MAX_HELD;
  const stream = () => {
    encoded();
    Object.assign(target, streamWriters(res, real, encoding));
    for (const chunk of held.splice(0)) target.write(chunk);
  };
  return {
    writeHead: () => res,
    flushHeaders: stream,
    write(chunk) {
      const piece = Buffer.from(chunk);
      size += piece.length;
      if (size < MAX_HELD) return held.push(piece) > 0;
      stream();
      return target.write(piece);
    },
    end(chunk) {
      const all = Buffer.concat([...held, Buffer.from(chunk ?? '')]);
      const body = isPage ? whole(all) : all;
      if (body.length < MIN_BYTES) {
        Object.assign(target, real);
        real.writeHead(status);
        return real.end(body);
      }
      const packed = (error: Error | null, result: Buffer) => {
        if (res.destroyed) return;
        if (error) {
          res.destroy(error);
          return;
        }
        encoded(result.length);
        real.end(result);
      };
      if (encoding === 'zstd' && !isPage && body.length <= MAX_AT_ONCE) packed(null, zstdCompressSync(body, ZSTD_AT_ONCE));
      else if (encoding === 'zstd') zstdCompress(body, ZSTD, packed);
      else if (encoding === 'br') brotliCompress(body, BROTLI, packed);
      else gzip(body, GZIP, packed);
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
