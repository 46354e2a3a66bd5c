import { describe, expect, it } from 'vitest';
import { readOrigins, snippetOf } from './origins.ts';

describe('pages that may embed values', () => {
  it('are read one by one, with https where no scheme is written and without what follows the host', () => {
    expect(readOrigins('https://www.firma.cz\nintranet.firma.cz/hala, https://Televize.firma.cz:8443/x?y\nhttps://www.firma.cz/')).toEqual({
      origins: ['https://www.firma.cz', 'https://intranet.firma.cz', 'https://televize.firma.cz:8443'],
      bad: null,
    });
    expect(readOrigins('žlutý-kůň.cz').origins).toEqual(
      ['https://xn--lut-k-5za2fqg8p.cz'].map((one) => new URL(one.replace(/xn--.*/, 'žlutý-kůň.cz')).origin),
    );
    expect(readOrigins('  ')).toEqual({ origins: [], bad: null });
  });

  it.each(['http://www.firma.cz', 'https://*.firma.cz', 'https://me:secret@firma.cz', 'ftp://firma.cz', 'https://', "https://a.cz'"])(
    'are never %s',
    (bad) => {
      expect(readOrigins(`https://www.firma.cz ${bad}`)).toEqual({ origins: ['https://www.firma.cz'], bad });
    },
  );

  it('get markup in which a name can do nothing', () => {
    const snippet = snippetOf({ address: 'https://log.example/embed/em_x', name: 'Pec "3" <b>', height: 320 });
    expect(snippet).toContain('title="Pec &#34;3&#34; &#60;b&#62;"');
    expect(snippet).toContain('src="https://log.example/embed/em_x"');
  });
});
