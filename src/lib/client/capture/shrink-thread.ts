import { shrink } from './shrink.ts';

/** Photos are made smaller beside the page, so that no tap waits meanwhile. Answers with the photo, or null for what is none. */
addEventListener('message', async ({ data: { photo, port } }: MessageEvent<{ photo: Blob; port: MessagePort }>) =>
  port.postMessage(await shrink(photo).catch(() => null)),
);
