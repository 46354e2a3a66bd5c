import { describe, expect, it } from 'vitest';
import { acceptOf, isDrawable, withFiles } from './files.ts';

const file = (name: string, size = 3, lastModified = 1) => new File(['x'.repeat(size)], name, { lastModified });

describe('chosen files', () => {
  const [photo, certificate] = [file('photo.png'), file('certificate.pdf')];

  it('take the place of the one there is', () => {
    expect(withFiles([photo], [certificate], false)).toEqual([certificate]);
    expect(withFiles([], [photo, certificate], false)).toEqual([photo]);
    // The chooser was closed without a choice.
    expect(withFiles([photo], [], false)).toEqual([photo]);
  });

  it('are added once each where there may be several', () => {
    expect(withFiles([photo], [file('photo.png'), certificate, certificate], true).map((one) => one.name)).toEqual([
      'photo.png',
      'certificate.pdf',
    ]);
    expect(withFiles([photo], [file('photo.png', 4), file('photo.png', 3, 2)], true)).toHaveLength(3);
  });
});

describe('the chooser of the browser', () => {
  it('offers what the rules let through', () => {
    expect(acceptOf('required|ext:jpg,png|size:2048')).toBe('.jpg,.png');
    expect(acceptOf('mimes:image/*,application/pdf')).toBe('image/*,application/pdf');
    expect(acceptOf('image|size:100')).toBe('image/*');
    expect(acceptOf('dimensions:64,64')).toBe('image/*');
    for (const any of [undefined, '', 'required|size:100']) expect(acceptOf(any)).toBeUndefined();
  });

  it('draws only what every browser can', () => {
    expect(['image/png', 'image/svg+xml', 'image/heic', 'application/pdf', ''].map((type) => isDrawable({ type }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
