import * as contract from '../../contract/ingest.ts';
import { decodeJson } from './decode-json.ts';
import type { Delivery } from './ingest.service.ts';

/** A way in for loggers over HTTP: the endpoint, the name under which messages are kept, the reader of its bodies. */
export interface Door extends Pick<Delivery, 'door' | 'decode'> {
  endpoint: typeof contract.ingestJson;
}

export const DOORS: readonly Door[] = [{ endpoint: contract.ingestJson, door: 'json', decode: decodeJson }];
