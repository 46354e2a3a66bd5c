import { INGEST_MAX_BYTES } from '../../constants.ts';
import { getSendingAddresses } from '../../contract/ingest.ts';
import { readBytes } from '../kernel/body.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { namedHeaders } from './doors/door.ts';
import { DOORS } from './doors/doors.ts';
import { registerInfluxManners } from './doors/influx-manners.ts';
import { serveDoor } from './doors/serve.ts';
import type { Ingest } from './ingest.service.ts';
import { sendingAddresses } from './sending-addresses.ts';

/** The loggers' doors inside the API, for calls within the process. Over the network `web/device-doors.ts` opens them without this detour. */
export function registerIngest(app: App, deps: Deps, ingest: Ingest): void {
  bind(app, deps, getSendingAddresses, async () => sendingAddresses(deps.config));
  registerInfluxManners(app, ingest);
  for (const door of DOORS) {
    const { method, path } = door.endpoint;
    app.on(method, path, async (c) => {
      c.set('pattern', path);
      c.set('quiet', true);
      const request = { path: c.req.path, query: new URL(c.req.url).searchParams, header: (name: string) => c.req.header(name) };
      const frame = { requestId: c.get('requestId'), stopping: deps.stopping, readBody: () => readBytes(c, INGEST_MAX_BYTES) };
      const { status, headers, body, code, error } = await serveDoor(ingest, door, request, frame);
      if (code) c.set('code', code);
      if (error !== undefined) c.set('error', error);
      const named = namedHeaders(headers);
      return status === 204 ? c.body(null, status, named) : c.body(body, status as 200, named);
    });
  }
}
