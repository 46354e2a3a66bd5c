import type { Shrunk } from './photos.store.ts';

/** Longest sides, pixels. */
const [LONGEST, THUMB] = [1_600, 128];

/** A photo made smaller and drawn anew: of what the camera wrote beside it (place, device) nothing is left, and it stands upright. @throws when it is none */
export async function shrink(photo: Blob): Promise<Shrunk> {
  const picture = await createImageBitmap(photo);
  try {
    return { bytes: await drawn(picture, LONGEST, 0.85), thumb: await drawn(picture, THUMB, 0.7) };
  } finally {
    picture.close();
  }
}

async function drawn(picture: ImageBitmap, longest: number, quality: number): Promise<ArrayBuffer> {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const canvas = new OffscreenCanvas(width, height);
  const paint = canvas.getContext('2d')!;
  paint.imageSmoothingQuality = 'high';
  // A JPEG can't be seen through.
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, width, height);
  paint.drawImage(picture, 0, 0, width, height);
  return (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer();
}
