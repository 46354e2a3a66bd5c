import type { ReadMessage as Read } from '../../lib/client/dataloggers/first-message.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { holdsMore, MapMessage } from './MapMessage.tsx';
import type { MessageLogger } from './RefusedMessage.tsx';

await ready('received-data', 'first-message');

/** What a first message holds beyond what was read of it, and a mapping for it; nothing where all of it was read. */
export default function ReadMessage({ message: { body, error }, logger }: { message: Read; logger: MessageLogger }) {
  const t = useT();
  if (body === null || logger.typeId !== null || (error === null && !holdsMore(body))) return null;
  return (
    <span className="grid min-w-0 justify-items-start gap-2 basis-full">
      <span>{error === null ? t('first-message:more') : t(`received-data:error.${error.code}`)}</span>
      {logger.canMap && (holdsMore(body) || error?.code === 'bad_value') ? <MapMessage body={body} logger={logger} isRead /> : null}
    </span>
  );
}
