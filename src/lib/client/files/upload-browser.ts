import { auth } from '../auth/browser.ts';
import type { Api } from '../kernel/api.ts';
import { noteSilence, noteStatus } from '../kernel/observed.ts';
import { askBeforeLeaving } from '../kernel/page-leaving.ts';
import { type UploadOptions, uploading } from './upload.ts';

/** {@link uploading} in a real browser: `browserUpload(file).call(putLogo, { params })`. Browser only. */
export const browserUpload = (file: Blob, options?: UploadOptions): Api =>
  uploading(
    { open: () => new XMLHttpRequest(), auth: auth(), answered: noteStatus, silent: noteSilence, ask: askBeforeLeaving },
    file,
    options,
  );
