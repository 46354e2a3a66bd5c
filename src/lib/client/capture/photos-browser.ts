import { auth } from '../auth/browser.ts';
import { uploading } from '../files/upload.ts';
import { noteSilence, noteStatus } from '../kernel/observed.ts';
import { createPhotos, type Photos, type PhotosDeps, type Shrunk } from './photos.store.ts';

/** {@link createPhotos} in a real browser. Browser only. */
export function openPhotos(given: Omit<PhotosDeps, 'choose' | 'shrink' | 'upload'>): Photos {
  // Begun while there is a network: a photo may be taken where there is none.
  thread ??= begin();
  return createPhotos({
    ...given,
    choose,
    shrink,
    upload: (photo, signal) =>
      // The page may be left at any time: the photo is on the disk.
      uploading(
        { open: () => new XMLHttpRequest(), auth: auth(), answered: noteStatus, silent: noteSilence, ask: () => undefined },
        photo,
        { signal },
      ),
  });
}

let input: HTMLInputElement | null = null;

/** The camera of a phone or tablet, elsewhere the chooser of files. */
function choose(): Promise<Blob | null> {
  // Left by a browser that doesn't tell when nothing was chosen.
  input?.remove();
  const chooser = document.createElement('input');
  input = chooser;
  Object.assign(chooser, { type: 'file', accept: 'image/*', hidden: true });
  chooser.setAttribute('capture', 'environment');
  document.body.append(chooser);
  return new Promise((resolve) => {
    const end = () => {
      chooser.remove();
      resolve(chooser.files?.[0] ?? null);
    };
    chooser.addEventListener('change', end);
    chooser.addEventListener('cancel', end);
    chooser.click();
  });
}

let thread: Worker | null = null;

function begin(): Worker {
  const begun = new Worker(new URL('./shrink-thread.ts', import.meta.url), { type: 'module' });
  begun.addEventListener('error', () => {
    if (thread === begun) thread = null;
  });
  return begun;
}

async function shrink(photo: Blob): Promise<Shrunk> {
  thread ??= begin();
  const { port1: answers, port2: port } = new MessageChannel();
  try {
    return await new Promise((resolve, reject) => {
      answers.onmessage = ({ data }: MessageEvent<Shrunk | null>) =>
        data ? resolve(data) : reject(new Error('no picture that can be read'));
      thread?.addEventListener('error', reject, { once: true });
      thread?.postMessage({ photo, port }, [port]);
    });
  } finally {
    answers.close();
  }
}
