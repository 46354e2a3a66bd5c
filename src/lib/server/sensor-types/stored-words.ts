import { type StateWords, stateWords } from '../../contract/channels.ts';

/** Words of a state as they are stored; none where the text isn't any more what the contract says. */
export function storedWords(text: string | null): StateWords | null {
  if (text === null) return null;
  const found = stateWords.safeParse(JSON.parse(text));
  return found.success ? found.data : null;
}
