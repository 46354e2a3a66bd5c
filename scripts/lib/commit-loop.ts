import { INGEST_SLICE } from '../../src/lib/constants.ts';
import type { Config } from '../../src/lib/server/kernel/config.ts';
import { systemClock, systemIds } from '../../src/lib/server/kernel/ids.ts';
import type { ReceivedMessage, ReceivedReading } from '../../src/lib/server/kernel/reading-store.ts';

export interface CommitLoop {
  location: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>;
  organization: { id: string; no: number };
  datalogger: { id: string; no: number; workspace_id: string };
  /** One channel for each sender. */
  channels: number[];
  /** Count of each sender's first message. */
  start: number;
}

const SECOND = 1_000_000;
const EPOCH = Date.UTC(2026, 0, 1) * 1000;
/** Room on the time axis for one message. */
const STRIDE = 10_000;

/** Readings of one message, the same in every process: short and long ones, some in two slices, every third replaces a part of the one before. */
export function loopReadings(channelNo: number, sender: number, count: number): ReceivedReading[] {
  const length = count % 40 === 39 ? INGEST_SLICE + 100 : [1, 1, 3, 200][(count + sender) % 4]!;
  const readings = Array.from({ length }, (_, i) => reading(channelNo, count, i, count + i / 7));
  if (count % 3 === 2) readings.push(reading(channelNo, count - 1, 0, -count));
  return readings;
}

function reading(channelNo: number, count: number, i: number, num: number): ReceivedReading {
  return { channelNo, ts: EPOCH + (count * STRIDE + i) * SECOND, num, text: null };
}

export function loopMessage({ organization, datalogger, channels }: CommitLoop, sender: number, count: number): ReceivedMessage {
  const body = new TextEncoder().encode(`${sender} ${count}`);
  return {
    id: systemIds.uuid(),
    organizationId: organization.id,
    organizationNo: organization.no,
    workspaceId: datalogger.workspace_id,
    dataloggerId: datalogger.id,
    dataloggerNo: datalogger.no,
    credentialId: null,
    door: 'json',
    decoder: 'json@1',
    contentType: 'text/plain',
    contentEncoding: null,
    receivedAt: systemClock.now(),
    size: body.byteLength,
    body,
    bodyEncoding: null,
    status: 'stored',
    errors: [],
    readings: loopReadings(channels[sender]!, sender, count),
  };
}
