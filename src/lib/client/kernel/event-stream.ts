/** One event of a `text/event-stream`; `id` is the last id seen so far, null before the first one. */
export interface StreamEvent {
  name: string;
  data: string;
  id: string | null;
}

/** A line longer than this is no event of ours; what was collected is dropped so that a broken peer can't fill the memory. */
const LINE_LIMIT = 1_048_576;

/**
 * Parser of `text/event-stream` (WHATWG HTML, "Interpreting an event stream"): push decoded text in any pieces, events come out whole.
 * `onBeat` is called for every finished line, comments included, so that silence can be told from a quiet stream.
 */
export function createEventParser(onEvent: (event: StreamEvent) => void, onBeat: () => void = () => {}): (chunk: string) => void {
  let line = '';
  let name = '';
  let data: string[] = [];
  let id: string | null = null;
  let first = true;
  /** The last piece ended with CR: a LF at the start of the next one belongs to it. */
  let skipLineFeed = false;

  function field(key: string, value: string): void {
    if (key === 'event') name = value;
    else if (key === 'data') data.push(value);
    else if (key === 'id' && !value.includes('\0')) id = value;
  }

  function finish(text: string): void {
    onBeat();
    if (text === '') {
      if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n'), id });
      name = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return;
    if (colon < 0) field(text, '');
    else field(text.slice(0, colon), text.slice(colon + (text[colon + 1] === ' ' ? 2 : 1)));
  }

  return (chunk) => {
    let text = chunk;
    if (text === '') return;
    if (first) {
      first = false;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    let start = 0;
    if (skipLineFeed && text[0] === '\n') start = 1;
    if (text !== '') skipLineFeed = false;
    for (let at = start; at < text.length; at++) {
      const char = text[at];
      if (char !== '\n' && char !== '\r') continue;
      finish(line + text.slice(start, at));
      line = '';
      if (char === '\r') {
        if (at + 1 === text.length) skipLineFeed = true;
        else if (text[at + 1] === '\n') at++;
      }
      start = at + 1;
    }
    line += text.slice(start);
    if (line.length > LINE_LIMIT) line = '';
  };
}
