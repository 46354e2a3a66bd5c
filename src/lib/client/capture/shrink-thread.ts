import { shrink } from './shrink.ts';

/** Photos are made smaller beside the page, so that no tap waits meanwhile. Answers with the photo, or null for what is none. */
addEventListener('message', async ({ data }: MessageEvent<Blob>) => postMessage(await shrink(data).catch(() => null)));
