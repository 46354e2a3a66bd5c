/** Side of a person's picture, pixels; the server stores the same. */
export const AVATAR_SIDE = 512;

/** The middle of a picture as a square of {@link AVATAR_SIDE}; null when the browser can't draw it. */
export async function squared(file: File): Promise<File | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // A drawing without a size of its own is as large as wanted.
    const [width, height] = [image.naturalWidth || AVATAR_SIDE, image.naturalHeight || AVATAR_SIDE];
    const side = Math.min(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = AVATAR_SIDE;
    const pen = canvas.getContext('2d');
    if (!pen) return null;
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, (width - side) / 2, (height - side) / 2, side, side, 0, 0, AVATAR_SIDE, AVATAR_SIDE);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return blob && new File([blob], 'avatar.png', { type: 'image/png' });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
