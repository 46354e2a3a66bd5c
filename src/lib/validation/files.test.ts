import { afterEach, describe, expect, it, vi } from 'vitest';
import { check, type FileLike, validate } from './index.ts';

const file = (name: string, more: Partial<FileLike> = {}): FileLike => ({ name, type: '', size: 1, ...more });
const picture = (name: string, width: number, height: number) => file(name, { width, height });
const real = (name: string, type: string, bytes = 1) => new File([new Uint8Array(bytes)], name, { type });
/** What is no file at all. */
const NO_FILES = ['a.png', 5, true, {}, { name: 5 }, Object.create(null), () => 'a.png'];

afterEach(() => vi.unstubAllGlobals());

describe('ext, image', () => {
  it('ext: the extension of the file name, in any case', () => {
    for (const name of ['a.png', 'A.PNG', 'a.b.PnG', '.png'])
      for (const ext of ['png', 'PNG']) expect(check('ext', file(name), ['jpg', ext]), name).toBe(true);
    for (const name of ['a.jpg', 'apng', 'png', 'a.pngg', 'a.png ', 'a.png.exe', '', 'a.'])
      expect(check('ext', file(name), ['png']), name).toBe(false);
    expect(check('ext', file('a.tar.gz'), ['tar.gz'])).toBe(true);
    expect(check('ext', file('a.taregz'), ['tar.gz'])).toBe(false);
    expect(check('ext', file('a.png'), [])).toBe(false);
  });
  it('image: jpg svg jpeg png bmp gif webp', () => {
    for (const ext of ['jpg', 'svg', 'jpeg', 'png', 'bmp', 'gif', 'webp', 'JPG']) expect(check('image', file(`a.${ext}`)), ext).toBe(true);
    for (const ext of ['pdf', 'tiff', 'avif', 'ico', 'jpgg', 'heic'])
      expect(check('image', file(`a.${ext}`, { type: 'image/png' })), ext).toBe(false);
  });
  it('take a File like its description, and nothing that is no file', () => {
    expect(check('ext', real('a.PNG', ''), ['png'])).toBe(true);
    expect(check('image', [real('a.png', ''), file('b.gif')])).toBe(true);
    for (const none of NO_FILES) {
      expect(check('ext', none, ['png'])).toBe(false);
      expect(check('image', none)).toBe(false);
    }
  });
});

describe('mimes', () => {
  const of = (type: string, ...patterns: string[]) => check('mimes', file('a', { type }), patterns);

  it('mimes: a pattern of the type with *', () => {
    for (const pattern of ['image/png', 'IMAGE/PNG', 'image/*', '*/png', '*', '*/*', 'image/p*g', '*/p*g'])
      expect(of('image/png', pattern), pattern).toBe(true);
    for (const pattern of ['image/jpeg', 'text/*', 'image/pn', 'mage/png', 'image/p.g', ''])
      expect(of('image/png', pattern), pattern).toBe(false);
    expect(of('Image/PNG', 'text/plain', 'image/*')).toBe(true);
    expect(of('image/png')).toBe(false);
    for (const pattern of ['*', 'image/*', '*/*']) expect(of('', pattern)).toBe(false);
    expect(of('image/', 'image/*')).toBe(false);
    expect(of('application/vnd.ms-excel.sheet.macroEnabled.12', 'application/vnd.ms-excel')).toBe(false);
  });
  it('a suffix may be missing on either side, parameters do not count', () => {
    expect(of('image/svg', 'image/svg+xml')).toBe(true);
    expect(of('image/svg+xml', 'image/svg+xml')).toBe(true);
    expect(of('image/svg+xml', 'image/svg')).toBe(true);
    expect(of('image/xml', 'image/svg+xml')).toBe(false);
    expect(of('text/plain;charset=utf-8', 'text/plain')).toBe(true);
  });
  it('take a File like its description, and nothing that is no file', () => {
    expect(check('mimes', real('a', 'image/png'), ['image/*'])).toBe(true);
    for (const none of NO_FILES) expect(check('mimes', none, ['*'])).toBe(false);
  });
});

describe('size', () => {
  it('size: bytes ≤ kB × 1024 for every file', () => {
    for (const [bytes, kB, fits] of [
      [0, 0, true],
      [1, 0, false],
      [1_024, 1, true],
      [1_025, 1, false],
      [1_536, '1.5', true],
      [1_537, ' 1.5 ', false],
    ] as const)
      expect(check('size', file('a', { size: bytes }), [kB]), `${bytes} B of ${kB} kB`).toBe(fits);
    expect(check('size', [file('a', { size: 9 }), file('b', { size: 1_024 })], [1])).toBe(true);
    expect(check('size', [file('a', { size: 9 }), file('b', { size: 1_025 })], [1])).toBe(false);
  });
  it('no number or no file fails', () => {
    for (const args of [[], ['x'], [Number.NaN]]) expect(check('size', file('a', { size: 0 }), args)).toBe(false);
    for (const none of [...NO_FILES, [{}]]) expect(check('size', none, [9])).toBe(false);
  });
  it('takes a File like its description', () => {
    expect(check('size', real('a', '', 1_024), ['1'])).toBe(true);
    expect(check('size', real('a', '', 1_025), ['1'])).toBe(false);
  });
});

describe('dimensions', () => {
  it('dimensions: exactly width × height', async () => {
    expect(await check('dimensions', picture('a.png', 150, 100), [150, 100])).toBe(true);
    expect(await check('dimensions', picture('a.png', 150, 100), ['150', ' 100 '])).toBe(true);
    for (const args of [[100, 150], [150, 101], [149, 100], [150], [], ['x', 'y']])
      expect(await check('dimensions', picture('a.png', 150, 100), args)).toBe(false);
    expect(await check('dimensions', [picture('a.png', 2, 1), null, picture('b.gif', 2, 1)], [2, 1])).toBe(true);
    expect(await check('dimensions', [picture('a.png', 2, 1), picture('b.gif', 1, 2)], [2, 1])).toBe(false);
  });
  it('dimensions: jpg svg jpeg png bmp gif', async () => {
    for (const ext of ['jpg', 'svg', 'jpeg', 'png', 'bmp', 'gif', 'GIF'])
      expect(await check('dimensions', picture(`a.${ext}`, 2, 1), [2, 1]), ext).toBe(true);
    for (const ext of ['webp', 'pdf', 'png.txt', '']) expect(await check('dimensions', picture(`a.${ext}`, 2, 1), [2, 1]), ext).toBe(false);
    for (const none of NO_FILES) expect(await check('dimensions', none, [2, 1])).toBe(false);
  });
  it('dimensions: a file without width and height does not load where there are no images', async () => {
    expect(await check('dimensions', file('a.png'), [2, 1])).toBe(false);
    expect(await check('dimensions', file('a.png', { width: 2 }), [2, 1])).toBe(false);
    expect(await check('dimensions', real('a.png', 'image/png'), [2, 1])).toBe(false);
    vi.stubGlobal('File', undefined);
    vi.stubGlobal('Blob', undefined);
    expect(await check('dimensions', file('a.png'), [2, 1])).toBe(false);
    expect(await check('ext', file('a.png'), ['png'])).toBe(true);
  });
  it('dimensions: how a file is loaded can be replaced; what fails to load fails', async () => {
    const asked: unknown[] = [];
    const loadPicture = async (one: unknown) => {
      asked.push(one);
      return { width: 2, height: 1 };
    };
    const one = real('a.png', 'image/png');
    expect(await check('dimensions', [one, picture('b.png', 2, 1)], [2, 1], { loadPicture })).toBe(true);
    expect((await validate(one, 'dimensions:2,1', { loadPicture })).valid).toBe(true);
    expect(asked).toEqual([one, one]);
    expect(await check('dimensions', real('a.pdf', ''), [2, 1], { loadPicture: () => expect.unreachable() })).toBe(false);
    expect(await check('dimensions', one, [2, 1], { loadPicture: async () => null })).toBe(false);
    expect(await check('dimensions', one, [2, 1], { loadPicture: () => Promise.reject(new Error('broken')) })).toBe(false);
  });
});

describe('dimensions in a browser', () => {
  function browser(event: 'onload' | 'onerror') {
    const urls = { made: [] as unknown[], revoked: [] as string[], shown: [] as string[] };
    class Picture {
      width = 150;
      height = 100;
      onload = () => {};
      onerror = () => {};
      set src(url: string) {
        urls.shown.push(url);
        expect(urls.revoked).toEqual([]);
        this[event]();
      }
    }
    vi.stubGlobal('Image', Picture);
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${urls.made.push(blob)}`);
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void urls.revoked.push(url));
    return urls;
  }
  afterEach(() => vi.restoreAllMocks());

  it('dimensions: the image loads, from an object URL that is given back', async () => {
    const urls = browser('onload');
    const one = real('a.png', 'image/png');
    expect(await check('dimensions', one, [150, 100])).toBe(true);
    expect(urls).toEqual({ made: [one], shown: ['blob:1'], revoked: ['blob:1'] });
  });
  it('dimensions: an image that does not load fails, and its object URL is given back too', async () => {
    const urls = browser('onerror');
    expect(await check('dimensions', real('a.png', 'image/png'), [150, 100])).toBe(false);
    expect(urls.revoked).toEqual(urls.shown);
    expect(await check('dimensions', file('a.png'), [150, 100])).toBe(false);
    expect(urls.made).toHaveLength(1);
  });
});
