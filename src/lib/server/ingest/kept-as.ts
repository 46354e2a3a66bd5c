import type { AppError, ErrorCode } from '../../contract/errors.ts';
import type { IngestError } from '../../contract/received-data.ts';
import type { ReceivedStatus } from '../../contract/received-status.ts';

/** Refusals of the pipeline after which the message is kept, by the status that it is kept with. */
const KEPT_AS: Partial<Record<ErrorCode, ReceivedStatus>> = {
  unparsed: 'unparsed',
  malformed_json: 'unparsed',
  unsupported_media_type: 'unparsed',
  rejected: 'rejected',
  logger_paused: 'paused',
};

/** With which status a refused message was kept; undefined when it wasn't. */
export const keptAs = ({ code }: AppError): ReceivedStatus | undefined => KEPT_AS[code];

/** What was wrong with a refused message, and the id that it is kept under. */
export function refusalIn({ errors = [] }: AppError): { id: string | null; errors: IngestError[] } {
  const id = errors[0]?.params?.received_data_id;
  return {
    id: typeof id === 'string' ? id : null,
    errors: errors.map(({ code, params: { received_data_id: _, ...place } = {} }) => ({ code, ...place }) as IngestError),
  };
}
