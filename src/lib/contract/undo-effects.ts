import { endpoint } from './endpoint.ts';
import { reparseEffects } from './received-data.ts';

export const getUndoEffects = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/tasks/:id/undo-effects',
  access: 'user',
  scope: 'org:read',
  response: reparseEffects.response,
  summary:
    'Which alarms and recordings lie in the times of channels whose readings would change if the task were undone, and which alarms would go, begin or change; 409 where there is nothing to undo',
});
