import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { downloadName, type MediaType, mediaTypeOf } from './media-types.ts';
import { bitmap, PDF, phonePhoto, png, svg } from './testing.ts';
import { storedZip } from './testing-zip.ts';
import { textType } from './text-type.ts';

const folder = mkdtempSync(join(tmpdir(), 'taktlog-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
async function typeOf(bytes: Uint8Array | string): Promise<string | null> {
  const path = join(folder, String(files++));
  writeFileSync(path, bytes);
  return name(await mediaTypeOf(path));
}
const name = (type: MediaType | null) => type && (type.kind === 'picture' ? `picture ${type.drawable}` : type.mediaType);

describe('what a file is', () => {
  it('is read from the bytes of pictures', async () => {
    expect(await typeOf(await phonePhoto(40, 30))).toBe('picture photo');
    expect(await typeOf(await png())).toBe('picture drawing');
    expect(await typeOf(bitmap([[[1, 2, 3]]]))).toBe('picture bmp');
    for (const format of ['webp', 'avif', 'tiff'] as const)
      expect(
        await typeOf(
          await sharp(await png())
            .toFormat(format)
            .toBuffer(),
        ),
      ).toBe('picture photo');
    expect(
      await typeOf(
        await sharp(await png())
          .gif()
          .toBuffer(),
      ),
    ).toBe('picture drawing');
  });

  it('is a drawing when the first element of a text is one', async () => {
    for (const before of [
      '',
      '<!-- drawn by hand -->\n',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">',
      '<!DOCTYPE svg [<!ENTITY a "b">]>',
    ])
      expect(await typeOf(svg('<path d="M0 0h4"/>', { before }))).toBe('picture svg');
    expect(await typeOf('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe('picture svg');
    expect(await typeOf('\ufeff<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>')).toBe('picture svg');
  });

  it('is a document, a table or a text', async () => {
    expect(await typeOf(PDF)).toBe('application/pdf');
    expect(await typeOf('čas;teplota\n08:00;21,5\n08:01;21,6\n')).toBe('text/csv');
    expect(await typeOf('Postup seřízení lisu.\nNejdřív vypnout.')).toBe('text/plain');
    expect(await typeOf(Uint8Array.from([...'P'].map((one) => one.charCodeAt(0)).concat([0xf8, 0x65, 0x68, 0x6c, 0x65, 0x64])))).toBe(
      'text/plain',
    );
    const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const content = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${word}.main+xml"/></Types>`;
    expect(await typeOf(storedZip({ '[Content_Types].xml': content, 'word/document.xml': '<w/>' }))).toBe(word);
    const sheet = 'application/vnd.oasis.opendocument.spreadsheet';
    expect(await typeOf(storedZip({ mimetype: sheet, 'content.xml': '<o/>' }))).toBe(sheet);
  });

  it('is nothing that may be kept when it is a page, a program, a script or an archive, whatever its name says', async () => {
    for (const bytes of [
      '<!DOCTYPE html><html><script>alert(1)</script></html>',
      '<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>',
      '<?xml version="1.0"?><note>svg</note>',
      '#!/bin/sh\nrm -rf /\n',
      '@echo off\r\ndel *.*\r\n',
      '<?php system($_GET[1]);',
      '',
      '   \n',
      Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]),
      Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]),
      storedZip({ 'run.exe': 'MZ' }),
      Uint8Array.from([0, 1, 2, 3]),
    ])
      expect(await typeOf(bytes)).toBe(null);
  });

  it('is asked of any bytes without ever failing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const found = await typeOf(bytes);
        return found === null || typeof found === 'string';
      }),
      { numRuns: 150 },
    );
    const heads = ['%PDF-', 'PK\u0003\u0004', 'RIFF', 'BM', 'II*\0', '<svg', '<?xml', '<!DOCTYPE svg [', '<!--'];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...heads), fc.string({ unit: 'binary', maxLength: 200 }), async (head, rest) => {
        const found = await typeOf(head + rest);
        return found === null || typeof found === 'string';
      }),
      { numRuns: 150 },
    );
  });

  it('costs no more than its length, however it is made up', () => {
    for (const part of ['<!-- -->', '<?xml ?>', '<!', ';;;;\n', '<!DOCTYPE svg [', ' ']) {
      const bytes = new TextEncoder().encode(part.repeat(Math.floor(65_536 / part.length)));
      const before = performance.now();
      textType({ bytes, whole: false });
      expect(performance.now() - before).toBeLessThan(500);
    }
  });
});

describe('the name of a download', () => {
  it('ends as its bytes say', () => {
    expect(downloadName('IMG_1.JPG', 'image/webp')).toBe('IMG_1.webp');
    expect(downloadName('výkres.dwg', 'image/webp')).toBe('výkres.dwg.webp');
    expect(downloadName('navod.PDF', 'application/pdf')).toBe('navod.PDF');
    expect(downloadName('faktura.pdf.exe', 'application/pdf')).toBe('faktura.pdf.exe.pdf');
    expect(downloadName('data', 'text/csv')).toBe('data.csv');
    expect(downloadName('.htaccess', 'text/plain')).toBe('.htaccess.txt');
  });
});
