import type { Endpoint } from '../../../contract/endpoint.ts';
import type { AppError, ErrorCode } from '../../../contract/errors.ts';
import { ingestChirpstack, ingestTheThingsStack, type WebhookAnswer } from '../../../contract/ingest.ts';
import type { IngestError, ReceivedStatus } from '../../../contract/received-data.ts';
import { loggerTokenIn } from '../../credentials/logger-token.ts';
import { answerOf } from '../../kernel/http.ts';
import { CHIRPSTACK_EVENTS } from '../chirpstack.ts';
import type { Door } from './door.ts';
import { GOOD } from './json-doors.ts';

/** What sending again would not mend, by what the message is kept as. */
const FINAL: Partial<Record<ErrorCode, ReceivedStatus>> = {
  unparsed: 'unparsed',
  malformed_json: 'unparsed',
  unsupported_media_type: 'unparsed',
  rejected: 'rejected',
};

/** What was wrong with a message, as the pipeline told it to its sender. */
function refusalOf({ errors = [] }: AppError, status: ReceivedStatus): WebhookAnswer {
  const id = errors[0]?.params?.received_data_id;
  return {
    id: typeof id === 'string' ? id : null,
    status,
    points: 0,
    new: 0,
    duplicate: 0,
    replaced: 0,
    errors: errors.map(({ code, params: { received_data_id: _, ...place } = {} }) => ({ code, ...place }) as IngestError),
  };
}

/** A network server that calls us: it has no use for a refusal, and sends for ever or stops for good when it gets one. */
function webhookDoor(name: string, endpoint: Endpoint, decoder: Door['decoder']): Door {
  const answer = answerOf(endpoint);
  const good = (said: WebhookAnswer) => ({ status: 200, headers: GOOD, body: JSON.stringify(answer(said)) });
  return {
    name,
    endpoint,
    token: (request) => loggerTokenIn(request.header('authorization')),
    decoder,
    isWhole: false,
    answer: (outcome) => good({ ...outcome, status: outcome.errors ? 'partial' : 'stored' }),
    refuse: (error, problem) => {
      const status = FINAL[error.code];
      return status === undefined ? problem : good(refusalOf(error, status));
    },
  };
}

/** Events of ChirpStack that no version had when this was written are kept like those that bring no readings. */
const eventIn = (event: string | null): string =>
  event === null ? 'up' : (CHIRPSTACK_EVENTS.find((one) => one === event.toLowerCase()) ?? 'other');

export const WEBHOOK_DOORS: readonly Door[] = [
  webhookDoor('tts', ingestTheThingsStack, () => 'tts@1'),
  webhookDoor('chirpstack', ingestChirpstack, ({ query }) => `chirpstack@1?event=${eventIn(query.get('event'))}`),
];
