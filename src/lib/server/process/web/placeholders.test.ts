import { describe, expect, it } from 'vitest';
import { fillPlaceholders } from './placeholders.ts';

const config = {
  siteUrl: 'https://log.example.com',
  operator: { name: 'Kov & "Syn" </script><b>', address: "Lhota 1\nČR $& $'", email: 'a@b.cz' },
  demoPublic: false,
  hallEmbed: undefined,
};

describe('placeholders of the build', () => {
  it('in markup are filled with escaped text', () => {
    const filled = fillPlaceholders('<link href="https://site.invalid/apps"><p>__OPERATOR_NAME__</p>', 'text/html; charset=utf-8', config);
    expect(filled).toBe('<link href="https://log.example.com/apps"><p>Kov &amp; &quot;Syn&quot; &lt;/script&gt;&lt;b&gt;</p>');
  });

  it('in a script element are filled as JSON that can not close it', () => {
    const filled = fillPlaceholders('<script type="application/ld+json">{"name":"__OPERATOR_NAME__"}</script>', 'text/html', config);
    expect(filled.match(/<\/script>/g)).toHaveLength(1);
    const json = /<script[^>]*>(.*)<\/script>/.exec(filled)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({ name: config.operator.name });
  });

  it('in JSON give the very value back', () => {
    const filled = fillPlaceholders('{"a":"__OPERATOR_ADDRESS__","u":"https://site.invalid/x"}', 'application/json', config);
    expect(JSON.parse(filled)).toEqual({ a: config.operator.address, u: 'https://log.example.com/x' });
  });

  it('in other files stay as they are', () => {
    expect(fillPlaceholders('"https://site.invalid"', 'text/javascript; charset=utf-8', config)).toBe('"https://site.invalid"');
  });

  it('leave the door of the demo in pages of an installation that shows one, and in no others', () => {
    const page = '<p>1</p><form class="a" method="post" data-demo-door><button>x</button></form><form data-login></form>';
    expect(fillPlaceholders(page, 'text/html', config)).toBe('<p>1</p><form data-login></form>');
    expect(fillPlaceholders(page, 'text/html', { ...config, demoPublic: true })).toBe(page);
  });

  it('of the hall display are the token of its embed, or nothing', () => {
    const page = '<div data-keep-fresh="/embed/__HALL_EMBED__?again"></div>';
    expect(fillPlaceholders(page, 'text/html', config)).toBe('<div data-keep-fresh="/embed/?again"></div>');
    expect(fillPlaceholders(page, 'text/html', { ...config, hallEmbed: 'em_x' })).toBe('<div data-keep-fresh="/embed/em_x?again"></div>');
  });

  it('in text files are one line', () => {
    expect(fillPlaceholders('Sitemap: https://site.invalid/sitemap.xml', 'text/plain', config)).toBe(
      'Sitemap: https://log.example.com/sitemap.xml',
    );
    expect(fillPlaceholders('__OPERATOR_ADDRESS__', 'text/plain', config)).toBe("Lhota 1 ČR $& $'");
  });
});
