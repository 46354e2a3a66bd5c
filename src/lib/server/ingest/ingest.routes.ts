import { INGEST_MAX_BYTES } from '../../constants.ts';
import * as contract from '../../contract/ingest.ts';
import { readBytes } from '../body.ts';
import type { Deps } from '../context.ts';
import { type App, bind } from '../http.ts';
import { decodeJson } from './decode-json.ts';
import { Ingest } from './ingest.service.ts';

export function registerIngest(app: App, deps: Deps): void {
  const ingest = new Ingest(deps);
  bind(app, deps, contract.ingestJson, (ctx, { c }) =>
    ingest.receive({
      door: 'json',
      authorization: c.req.header('authorization'),
      contentType: c.req.header('content-type'),
      contentEncoding: c.req.header('content-encoding'),
      requestId: ctx.requestId,
      readBody: () => readBytes(c, INGEST_MAX_BYTES),
      decode: decodeJson,
    }),
  );
}
