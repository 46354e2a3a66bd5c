import { INGEST_MAX_BYTES } from '../../constants.ts';
import * as contract from '../../contract/ingest.ts';
import { readBytes } from '../kernel/body.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { decodeJson } from './decode-json.ts';
import type { Delivery, Ingest } from './ingest.service.ts';

/** A way in for loggers over HTTP: the endpoint, the name under which messages are kept, the reader of its bodies. */
interface Door extends Pick<Delivery, 'door' | 'decode'> {
  endpoint: typeof contract.ingestJson;
}

export const DOORS: readonly Door[] = [{ endpoint: contract.ingestJson, door: 'json', decode: decodeJson }];

/** The loggers' doors as endpoints of the API. Over the network `web/logger-doors.ts` opens them without this detour. */
export function registerIngest(app: App, deps: Deps, ingest: Ingest): void {
  for (const { endpoint, door, decode } of DOORS)
    bind(app, deps, endpoint, (ctx, { c }) =>
      ingest.receive({
        door,
        decode,
        authorization: c.req.header('authorization'),
        contentType: c.req.header('content-type'),
        contentEncoding: c.req.header('content-encoding'),
        requestId: ctx.requestId,
        readBody: () => readBytes(c, INGEST_MAX_BYTES),
      }),
    );
}
