import type { Endpoint } from '../../../contract/endpoint.ts';
import { type GatewayAnswer, ingestChirpstack, ingestTheThingsStack, type WebhookAnswer } from '../../../contract/ingest.ts';
import { loggerTokenIn } from '../../credentials/logger-token.ts';
import { answerOf } from '../../kernel/http.ts';
import { CHIRPSTACK_EVENTS } from '../chirpstack.ts';
import { keptAs, refusalIn } from '../kept-as.ts';
import type { Door } from './door.ts';
import { GOOD } from './json-doors.ts';

/** A network server that calls us: it has no use for a refusal, and sends for ever or stops for good when it gets one. */
function webhookDoor(name: string, endpoint: Endpoint, decoder: Door['decoder']): Door {
  const answer = answerOf(endpoint);
  const good = (said: WebhookAnswer | GatewayAnswer) => ({ status: 200, headers: GOOD, body: JSON.stringify(answer(said)) });
  return {
    name,
    endpoint,
    token: (request) => loggerTokenIn(request.header('authorization')),
    decoder,
    isWhole: false,
    answer: (outcome) => good({ ...outcome, status: outcome.errors ? 'partial' : 'stored' }),
    answerGateway: good,
    refuse: (error, problem) => {
      const status = keptAs(error);
      // Who paused a logger wants its sender to know.
      if (status === undefined || status === 'paused') return problem;
      return good({ ...refusalIn(error), status, points: 0, new: 0, duplicate: 0, replaced: 0 });
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
