import * as contract from '../../contract/recordings.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import {
  addNote,
  approveRecording,
  countRecordings,
  createRecording,
  evaluateRecording,
  getRecording,
  listRecordings,
  removeNote,
  startRecording,
  stopRecording,
  suggestLimits,
  updateRecording,
} from './recordings.service.ts';
import { listShares, openShared, revokeShare, shareRecording } from './shares.service.ts';

export function registerRecordings(app: App, deps: Deps): void {
  bind(app, deps, contract.listRecordings, (ctx, { query }) => listRecordings(ctx, query));
  bind(app, deps, contract.countRecordings, (ctx, { query }) => countRecordings(ctx, query));
  bind(app, deps, contract.suggestLimits, (ctx, { query }) => suggestLimits(ctx, query));
  bind(app, deps, contract.createRecording, (ctx, { body }) => createRecording(ctx, body));
  bind(app, deps, contract.getRecording, (ctx, { params }) => getRecording(ctx, params.id));
  bind(app, deps, contract.updateRecording, (ctx, { params, body }) => updateRecording(ctx, params.id, body));
  bind(app, deps, contract.startRecording, (ctx, { params, body }) => startRecording(ctx, params.id, body));
  bind(app, deps, contract.stopRecording, (ctx, { params, body }) => stopRecording(ctx, params.id, body));
  bind(app, deps, contract.evaluateRecording, (ctx, { params }) => evaluateRecording(ctx, params.id));
  bind(app, deps, contract.approveRecording, (ctx, { params, body }) => approveRecording(ctx, params.id, body));
  bind(app, deps, contract.addRecordingNote, (ctx, { params, body }) => addNote(ctx, params.id, body));
  bind(app, deps, contract.removeRecordingNote, (ctx, { params, body }) => removeNote(ctx, params.id, body));
  bind(app, deps, contract.listRecordingShares, (ctx, { params }) => listShares(ctx, params.id));
  bind(app, deps, contract.shareRecording, (ctx, { params, body }) => shareRecording(ctx, params.id, body));
  bind(app, deps, contract.revokeRecordingShare, (ctx, { params, body }) => revokeShare(ctx, params.id, body));
  bind(app, deps, contract.openSharedRecording, (ctx, { body }) => openShared(ctx, body));
}
