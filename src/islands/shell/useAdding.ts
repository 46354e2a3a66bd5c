import { useEffect, useState } from 'react';
import { returningTo } from '../../lib/client/forms/drafts-page.ts';

/** The fragment under which other pages open the form for a new row here: `#new`, of a tab `#people/new`. */
const NEW = /^#(?:([\w-]+)\/)?new$/;

/** Name of the draft of a new row, which belongs to the organisation in which it was begun. */
export const newRowForm = (
  entity: 'allowance-set' | 'datalogger' | 'logger-type' | 'machine' | 'operation' | 'recording' | 'screen' | 'sensor-type' | 'workspace',
  organization: string,
): string => `new-${entity} ${organization}`;

/**
 * Is the form for a new row open? It opens by itself for whoever comes by a link to it, or was writing in it when his session ended.
 * @param form name of its draft; without one it keeps none
 */
export function useAdding(user: string, form: string | null): [adding: boolean, setAdding: (adding: boolean) => void] {
  const [adding, setAdding] = useState(false);
  useEffect(() => {
    const follow = () => {
      const found = NEW.exec(location.hash);
      if (!found) return;
      // Closed again, it would stay closed when the page is loaded anew.
      history.replaceState(history.state, '', location.pathname + location.search + (found[1] ? `#${found[1]}` : ''));
      setAdding(true);
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    if (form !== null) void returningTo(user, form).then((found) => found !== null && setAdding(true));
  }, [user, form]);
  return [adding, setAdding];
}
