import { auth } from '../auth/browser.ts';
import type { Api } from '../kernel/api.ts';
import { type UploadOptions, uploading } from './upload.ts';

/** {@link uploading} in a real browser: `browserUpload(file).call(putLogo, { params })`. Browser only. */
export const browserUpload = (file: Blob, options?: UploadOptions): Api =>
  uploading({ open: () => new XMLHttpRequest(), auth: auth() }, file, options);
