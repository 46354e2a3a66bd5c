import { OWN_HEADER } from '../../constants.ts';
import type { Auth } from '../auth/index.ts';
import { type Api, createApi } from '../kernel/api.ts';
import type { HttpAnswer, HttpRequest } from '../kernel/http.ts';

/** What of XMLHttpRequest is used: the only way to hear how much of a body has gone out. */
type Xhr = Pick<
  XMLHttpRequest,
  'open' | 'send' | 'abort' | 'setRequestHeader' | 'status' | 'responseText' | 'getResponseHeader' | 'onload' | 'onerror' | 'onabort'
> & { upload: Pick<XMLHttpRequestUpload, 'onprogress'> };

export interface UploadDeps {
  open(): Xhr;
  auth: Pick<Auth, 'intercept' | 'reset'>;
  /** Hear what became of it, as of every request of the page. */
  answered(status: number, isOwn: boolean): void;
  silent(): void;
  /** Lets the browser ask before the page goes, as long as `wanted`. */
  ask(asker: object, wanted: boolean): void;
}
export interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** Hears which share of the file has gone out, from 0 to 1; at 1 the server still has its work to do. */
  onProgress?: ((share: number) => void) | undefined;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

function sent(
  { open, answered, silent }: Pick<UploadDeps, 'open' | 'answered' | 'silent'>,
  r: HttpRequest,
  file: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<HttpAnswer> {
  const xhr = open();
  return new Promise((resolve, reject) => {
    const stop = () => xhr.abort();
    const done = (end: () => void) => {
      signal?.removeEventListener('abort', stop);
      end();
    };
    xhr.open(r.method, r.path);
    for (const [name, value] of Object.entries(r.headers ?? {})) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    xhr.onload = () =>
      done(() => {
        answered(xhr.status, xhr.getResponseHeader(OWN_HEADER) !== null);
        const after = xhr.getResponseHeader('retry-after');
        const headers = new Headers(after === null ? {} : { 'retry-after': after });
        resolve({ status: xhr.status, data: parsed(xhr.responseText), headers });
      });
    xhr.onerror = () =>
      done(() => {
        silent();
        reject(new TypeError('the upload failed'));
      });
    xhr.onabort = () => done(() => reject(new DOMException('the upload was cancelled', 'AbortError')));
    if (signal?.aborted) {
      reject(new DOMException('the upload was cancelled', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', stop);
    xhr.send(file);
  });
}

/**
 * The API for endpoints whose body is a file: `uploading(deps, file, options).call(putAvatar)`. No limit of time, since a line may be slow, and no
 * second try, since what was stored would be stored twice.
 */
export function uploading(deps: UploadDeps, file: Blob, options: UploadOptions = {}): Api {
  const { auth, ask } = deps;
  return createApi({
    async request(r) {
      const ready = await auth.intercept({ ...r, headers: { Accept: 'application/json', 'Content-Type': 'application/octet-stream' } });
      ask(file, true);
      const answer = await sent(deps, ready, file, options).finally(() => ask(file, false));
      if (answer.status === 401 && (answer.data as { code?: unknown } | null)?.code === 'session_revoked') auth.reset();
      return answer;
    },
  });
}
