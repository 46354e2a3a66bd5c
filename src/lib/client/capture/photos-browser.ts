import { auth } from '../auth/browser.ts';
import { uploading } from '../files/upload.ts';
import { noteSilence, noteStatus } from '../kernel/observed.ts';
import { createPhotos, type Photos, type PhotosDeps, type Shrunk } from './photos.store.ts';

/** {@link createPhotos} in a real browser. Browser only. */
export const openPhotos = (given: Omit<PhotosDeps, 'choose' | 'shrink' | 'upload'>): Photos =>
  createPhotos({
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

async function shrink(photo: Blob): Promise<Shrunk> {
  const thread = new Worker(new URL('./shrink-thread.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      thread.addEventListener('message', ({ data }: MessageEvent<Shrunk | null>) =>
        data ? resolve(data) : reject(new Error('no picture that can be read')),
      );
      thread.addEventListener('error', reject);
      thread.postMessage(photo);
    });
  } finally {
    thread.terminate();
  }
}
