import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { Drawable } from './media-types.ts';
import { createPictures, type Order } from './pictures.ts';
import { bitmap, phonePhoto, png, svg } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'taktlog-pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let drawn = 0;
async function draw(bytes: Uint8Array, drawable: Drawable, purpose: Order['purpose'] = 'photo', pictures = createPictures()) {
  const input = join(folder, `in-${++drawn}`);
  writeFileSync(input, bytes);
  const output = `${input}.drawn`;
  const size = await pictures({ input, output, drawable, purpose }, `person ${drawn}`);
  const of = (name: string) => sharp(readFileSync(output + name));
  return { size, of, output };
}
const refusal = (bytes: Uint8Array, drawable: Drawable, pictures?: ReturnType<typeof createPictures>) =>
  draw(bytes, drawable, 'photo', pictures).then(
    () => 'drawn',
    (error: { code: string }) => error.code,
  );
const pixel = async (image: ReturnType<typeof sharp>) => [...(await image.ensureAlpha().raw().toBuffer())].slice(0, 4);

describe('a picture that is drawn anew', () => {
  it('stands upright, in three sizes, and tells neither place nor device', { timeout: 60_000 }, async () => {
    const photo = await phonePhoto();
    expect((await sharp(photo).metadata()).exif?.includes('Telephone Works')).toBe(true);
    const { size, of } = await draw(photo, 'photo');
    expect(size).toEqual({ width: 1_200, height: 1_600 });
    for (const [name, height] of [
      ['', 1_600],
      ['.medium', 1_280],
      ['.thumb', 320],
    ] as const) {
      const found = await of(name).metadata();
      expect([found.format, found.height, found.exif, found.icc, found.orientation]).toEqual([
        'webp',
        height,
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it('is at most 4096 px, and small ones stay as small as they are', { timeout: 60_000 }, async () => {
    expect((await draw(await png(5_000, 10), 'drawing')).size).toEqual({ width: 4_096, height: 8 });
    expect((await draw(await png(40, 30), 'drawing')).size).toEqual({ width: 40, height: 30 });
  });

  it('comes of bitmaps, drawings and the first image of moving pictures', { timeout: 60_000 }, async () => {
    const red = await draw(bitmap([[[250, 0, 10]]]), 'bmp');
    expect(await pixel(red.of(''))).toEqual([250, 0, 10, 255]);
    const drawing = await draw(svg('<rect width="40" height="30" fill="#0a7671"/>'), 'svg');
    expect(drawing.size).toEqual({ width: 2_048, height: 1_536 });
    expect(await pixel(drawing.of('.thumb').resize(1))).toEqual([10, 118, 113, 255]);
    const frames = Buffer.concat([Buffer.alloc(4 * 4 * 3, 200), Buffer.alloc(4 * 4 * 3, 10)]);
    const gif = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
      .gif({ delay: [50, 50] })
      .toBuffer();
    const moving = await draw(gif, 'drawing');
    expect((await moving.of('').metadata()).pages ?? 1).toBe(1);
    expect((await pixel(moving.of('')))[0]).toBeGreaterThan(150);
  });

  it('is a square for a person and fits a frame for a logo, which stays transparent', { timeout: 60_000 }, async () => {
    expect((await draw(await phonePhoto(300, 200), 'photo', 'avatar')).size).toEqual({ width: 512, height: 512 });
    const logo = await draw(svg('<circle cx="60" cy="20" r="5"/>', { width: '120', height: '40' }), 'svg', 'logo');
    expect(logo.size).toEqual({ width: 512, height: 171 });
    expect((await pixel(logo.of('')))[3]).toBe(0);
  });
});

describe('a hostile picture', () => {
  it('with too many pixels is refused before they are made', { timeout: 60_000 }, async () => {
    const claims = await png(10, 10);
    claims.writeUInt32BE(100_000, 16);
    claims.writeUInt32BE(100_000, 20);
    expect(await refusal(svg('<rect width="9" height="9"/>', { width: '100000', height: '100000' }), 'svg')).toBe('image_too_large');
    expect(['image_too_large', 'image_unreadable']).toContain(await refusal(claims, 'drawing'));
    const bmp = bitmap([[[1, 2, 3]]]);
    new DataView(bmp.buffer).setInt32(18, 100_000_000, true);
    expect(await refusal(bmp, 'bmp')).toBe('image_too_large');
  });

  it('that laughs a billion times, or repeats itself without end, is not read', { timeout: 60_000 }, async () => {
    const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('');
    const before = `<!DOCTYPE svg [<!ENTITY a0 "lol">${entities}]>`;
    expect(await refusal(svg('<text y="9">&a9;</text>', { before }), 'svg')).toBe('image_unreadable');
  });

  it('shows nothing of the server’s files or of other hosts', { timeout: 60_000 }, async () => {
    const secret = join(folder, 'secret.png');
    writeFileSync(
      secret,
      await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const image = (to: string) => `<image xlink:href="${to}" href="${to}" width="40" height="30" preserveAspectRatio="none"/>`;
    for (const to of [`file://${secret}`, secret, 'secret.png', 'file:///etc/passwd', 'http://127.0.0.1:9/x.png']) {
      const { of } = await draw(svg(image(to)), 'svg');
      expect([to, await pixel(of('.thumb').resize(1))]).toEqual([to, [0, 0, 0, 0]]);
    }
    const entity = `<!DOCTYPE svg [<!ENTITY f SYSTEM "file://${secret}">]>`;
    expect(['drawn', 'image_unreadable']).toContain(
      await refusal(svg('<text y="20" font-size="20">&f;</text>', { before: entity }), 'svg'),
    );
  });

  const endless = () => {
    const filter =
      '<filter id="f" x="-500%" y="-500%" width="1100%" height="1100%"><feTurbulence baseFrequency="0.5" numOctaves="200"/><feGaussianBlur stdDeviation="300"/></filter>';
    return svg(filter + '<rect width="2000" height="2000" filter="url(#f)"/>'.repeat(200), { width: '2000', height: '2000' });
  };

  it('of vectors that would be drawn for minutes is ended after three seconds', { timeout: 60_000 }, async () => {
    // Only the limit of vectors ends it here, long before the test's own time.
    expect(await refusal(endless(), 'svg', createPictures({ limitMs: 600_000 }))).toBe('image_unreadable');
  });

  it('holds up only whoever sent it: the pictures of others are drawn meanwhile', { timeout: 60_000 }, async () => {
    const pictures = createPictures({ svgLimitMs: 2_000, mostWaitingOfOne: 2 });
    const input = join(folder, 'endless');
    writeFileSync(input, endless());
    const order = { input, output: `${input}.drawn`, drawable: 'svg', purpose: 'logo' } as const;
    const ended: string[] = [];
    const hostile = Array.from({ length: 10 }, () =>
      pictures(order, 'somebody').catch((error: { code: string }) => ended.push(error.code)),
    );
    expect(await refusal(await png(), 'drawing', pictures)).toBe('drawn');
    // One is being drawn and two wait: who sends more is told so, and nobody else.
    expect(ended.filter((code) => code === 'storage_busy')).toHaveLength(7);
    expect(ended.length).toBeLessThan(10);
    await Promise.all(hostile);
  });

  it('is ended whatever it is, and the next one is drawn', { timeout: 60_000 }, async () => {
    const slow = endless();
    const pictures = createPictures({ limitMs: 1_500, svgLimitMs: 600_000, atOnce: 1 });
    expect(await refusal(slow, 'svg', pictures)).toBe('image_unreadable');
    expect(await refusal(svg('<rect width="9" height="9"/>'), 'svg', createPictures({ atOnce: 1 }))).toBe('drawn');
  });

  it('that takes memory without end is ended long before its time', { timeout: 120_000 }, async () => {
    // Only the memory ends it here.
    const patient = createPictures({ limitMs: 600_000, svgLimitMs: 600_000 });
    const area = 'x="0" y="0" width="1" height="1"';
    const floods = (count: number) => Array.from({ length: count }, (_, at) => `<feFlood result="r${at}"/>`).join('');
    const step = (at: number) =>
      `<filter id="f${at}" ${area}>${floods(35)}<feImage href="#e${at - 1}"/></filter>
        <rect id="e${at}" width="40" height="40" filter="url(#f${at})"/>`;
    const square = { width: '40', height: '40' };
    const within = svg(`<rect id="e0" width="40" height="40"/>${[1, 2, 3, 4, 5, 6, 7, 8].map(step).join('')}`, square);
    const thousands = svg(`<filter id="f" ${area}>${floods(4_000)}</filter><rect width="40" height="40" filter="url(#f)"/>`, square);
    for (const drawing of [thousands, within]) expect(await refusal(drawing, 'svg', patient)).toBe('image_unreadable');
    const modest = createPictures({ limitBytes: 450_000_000, limitMs: 600_000, svgLimitMs: 600_000 });
    expect(await refusal(svg(step(1), square), 'svg', modest)).toBe('image_unreadable');
    expect(await refusal(svg(step(1), square), 'svg', patient)).toBe('drawn');
    expect(await refusal(await png(), 'drawing', modest)).toBe('drawn');
  });

  it('that is damaged is not read, and leaves nothing behind that says otherwise', { timeout: 60_000 }, async () => {
    const photo = await phonePhoto(300, 200);
    expect(await refusal(photo.subarray(0, 3_000), 'photo')).toBe('image_unreadable');
    expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path'), 'svg')).toBe('image_unreadable');
    expect(await refusal(Buffer.alloc(100, 66), 'bmp')).toBe('image_unreadable');
    expect(existsSync(join(folder, `in-${drawn}.drawn`))).toBe(false);
  });
});

it('two pictures are drawn at once, and beyond a long row nobody waits', async () => {
  const pictures = createPictures({ mostWaiting: 1 });
  const order = { input: join(folder, 'nothing'), output: join(folder, 'nothing.drawn'), drawable: 'photo', purpose: 'photo' } as const;
  const codes = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => pictures(order, `person ${n}`).catch((error: { code: string }) => error.code)),
  );
  expect(codes).toEqual(['image_unreadable', 'image_unreadable', 'image_unreadable', 'storage_busy', 'storage_busy']);
});

it('the server draws for one person so long in an hour, and then again', async () => {
  let clock = 0;
  const pictures = createPictures({ workMs: 1_000, now: () => (clock += 100) });
  const order = { input: join(folder, 'nothing'), output: join(folder, 'nothing.drawn'), drawable: 'photo', purpose: 'photo' } as const;
  const ask = (by: string) => pictures(order, by).catch((error: { code: string }) => error.code);
  let asked = 0;
  while ((await ask('somebody')) === 'image_unreadable') asked++;
  expect(asked).toBeGreaterThan(1);
  expect(await ask('somebody')).toBe('over_quota');
  expect(await ask('somebody else')).toBe('image_unreadable');
  clock += 3_600_000;
  expect(await ask('somebody')).toBe('image_unreadable');
});
