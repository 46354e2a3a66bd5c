import { ingestCollectd, ingestJson, ingestSenml, thingsboardTelemetry } from '../../../contract/ingest.ts';
import { loggerTokenIn } from '../../credentials/logger-token.ts';
import { PRIVATE } from '../../kernel/headers.ts';
import { answerOf } from '../../kernel/http.ts';
import type { Door } from './door.ts';

export const GOOD = ['Content-Type', 'application/json', 'Cache-Control', PRIVATE];

/** What all doors share that answer with our own JSON and our own problems. */
function jsonDoor(name: string, endpoint: Door['endpoint'], decoder: string): Door {
  const answer = answerOf(endpoint);
  return {
    name,
    endpoint,
    token: (request) => loggerTokenIn(request.header('authorization')),
    decoder: () => decoder,
    isWhole: false,
    answer: (outcome) => ({ status: 200, headers: GOOD, body: JSON.stringify(answer(outcome)) }),
    refuse: (_, problem) => problem,
  };
}

/** A door that takes the token of a gateway too. */
function splitDoor(door: Door): Door {
  const answer = answerOf(door.endpoint);
  return { ...door, answerGateway: (outcome) => ({ status: 200, headers: GOOD, body: JSON.stringify(answer(outcome)) }) };
}

const TOKEN_IN_PATH = /^\/api\/v1\/([^/]+)\/telemetry$/;

function tokenInPath(path: string): string | null {
  const [, token] = TOKEN_IN_PATH.exec(path) ?? [];
  try {
    return token === undefined ? null : decodeURIComponent(token);
  } catch {
    return null;
  }
}

export const JSON_DOORS: readonly Door[] = [
  jsonDoor('json', ingestJson, 'json@1'),
  splitDoor(jsonDoor('senml', ingestSenml, 'senml@1')),
  { ...jsonDoor('thingsboard', thingsboardTelemetry, 'thingsboard@1'), token: ({ path }) => tokenInPath(path) },
  splitDoor(jsonDoor('collectd', ingestCollectd, 'collectd@1')),
];
