import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../src/lib/contract/errors.ts';

type Words = { [key: string]: string | Words };

const WORDS: Record<string, Words> = {
  cs: {
    greeting: 'Dobrý den, {{name}}!',
    readings_one: '{{count}}\u00a0hodnota',
    readings_few: '{{count}}\u00a0hodnoty',
    readings_many: '{{count}}\u00a0hodnoty',
    readings_other: '{{count}}\u00a0hodnot',
    state: { on: 'zapnuto', off: 'vypnuto' },
  },
  en: {
    greeting: 'Hello, {{name}}!',
    readings_one: 'one reading',
    readings_other: '{{count}}\u00a0readings',
    state: { on: 'on', off: 'off' },
  },
  sk: {
    greeting: 'Dobrý deň, {{name}}!',
    readings_one: '{{count}}\u00a0hodnota',
    readings_few: '{{count}}\u00a0hodnoty',
    readings_many: '{{count}}\u00a0hodnoty',
    readings_other: '{{count}}\u00a0hodnôt',
    state: { on: 'zapnuté', off: 'vypnuté' },
  },
};
const PAGE = `t('common:greeting', { name }) t('common:readings', { count }) t(\`common:state.\${state}\`)`;

let root: string;
const put = (path: string, text: string | Buffer) => writeFileSync(join(root, path), text);
const json = (words: Words) => `${JSON.stringify(words, null, 2)}\n`;
const textOf = (locale: string) => readFileSync(join(root, `locales/${locale}/common.json`), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'locales-'));
  mkdirSync(join(root, 'src/lib/i18n'), { recursive: true });
  put('src/page.astro', PAGE);
  put('src/lib/i18n/resources.ts', "'../locales/cs/common.json' '../locales/cs/errors.json'");
  for (const [locale, words] of Object.entries(WORDS)) {
    mkdirSync(join(root, 'locales', locale), { recursive: true });
    put(`locales/${locale}/common.json`, json(words));
    put(`locales/${locale}/errors.json`, json(Object.fromEntries(ERROR_CODES.map((code) => [code, 'Něco.']))));
  }
});
afterEach(() => rmSync(root, { recursive: true }));

/** Changes the words of one language as an editor would. */
function edit(locale: string, change: (words: Words) => void): void {
  const words = JSON.parse(textOf(locale)) as Words;
  change(words);
  put(`locales/${locale}/common.json`, json(words));
}

function check(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/check-locales.ts'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = stderr.trim().split('\n').filter(Boolean);
  return { status, stdout: stdout.trim(), problems: lines.slice(0, -1), summary: lines.at(-1) };
}

/** The check fails, and says this and nothing else. */
function says(...problems: string[]): void {
  const checked = check();
  expect(checked.problems).toEqual(problems);
  expect(checked.status).toBe(1);
  expect(checked.summary).toBe(
    `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}; docs/editing.md tells how texts are written.`,
  );
}

describe('the check of texts', () => {
  it('is content with files that fit together', () => {
    expect(check()).toMatchObject({ status: 0, problems: [], stdout: `${7 + ERROR_CODES.length} texts in 3 languages: no problem.` });
  });

  it('names a text that a language lacks, with the Czech one to translate', () => {
    edit('sk', (words) => delete words.greeting);
    says("locales/sk/common.json: 'greeting' is missing. The Czech text is “Dobrý den, {{name}}!” (locales/cs/common.json, line 2).");
  });

  it('names a text that only one language has', () => {
    edit('en', (words) => {
      (words.state as Words).paused = 'paused';
    });
    says(
      "locales/en/common.json, line 8: 'state.paused' is not in locales/cs/common.json, so no page shows it. Correct the key, or take the line away.",
    );
  });

  it('names a text that no page shows any more', () => {
    for (const locale of ['cs', 'en', 'sk'])
      edit(locale, (words) => {
        words.old = 'x';
      });
    says("locales/cs/common.json, line 11: no page shows 'old'. Take the line away in every language.");
  });

  it('names a text that a page shows but nobody wrote', () => {
    put('src/other.tsx', "/* t('common:comment') */ t('common:goodbye')");
    put('src/other.test.ts', "t('common:only_in_a_test')");
    says("locales/cs/common.json: 'goodbye' is missing, but src/other.tsx shows it.");
  });

  it('names placeholders that differ from the Czech text', () => {
    edit('en', (words) => {
      words.greeting = 'Hello, {{nam}}!';
    });
    edit('sk', (words) => {
      words.greeting = 'Dobrý deň!';
    });
    says(
      "locales/en/common.json, line 2: 'greeting' lacks the placeholder {{name}} of the Czech text “Dobrý den, {{name}}!”.",
      "locales/en/common.json, line 2: 'greeting' has the placeholder {{nam}}, which the Czech text “Dobrý den, {{name}}!” does not have.",
      "locales/sk/common.json, line 2: 'greeting' lacks the placeholder {{name}} of the Czech text “Dobrý den, {{name}}!”.",
    );
  });

  it('names a placeholder that is written wrongly', () => {
    for (const greeting of ['Hello, {name}!', 'Hello, {{name}!', 'Hello, {{name}}}!', 'Hello, {{ na me }}!', 'Hello, {{}}!']) {
      edit('en', (words) => {
        words.greeting = greeting;
      });
      says(
        "locales/en/common.json, line 2: 'greeting' has a brace { or } that belongs to no placeholder; a placeholder is written like {{name}}.",
      );
    }
  });

  it('names a plural form that is missing, with numbers that need it', () => {
    edit('cs', (words) => delete words.readings_many);
    edit('sk', (words) => delete words.readings_few);
    edit('en', (words) => delete words.readings_other);
    says(
      "locales/cs/common.json: 'readings_many' is missing. It is the plural form for 1,5 · 2,5.",
      "locales/en/common.json: 'readings_other' is missing. It is the plural form for 2 · 3 · 4.",
      "locales/sk/common.json: 'readings_few' is missing. It is the plural form for 2 · 3 · 4.",
    );
  });

  it('names a plural form that the language does not have', () => {
    edit('en', (words) => {
      words.readings_few = '{{count}}\u00a0readings';
    });
    says(
      "locales/en/common.json, line 9: 'readings_few' is a plural form that English does not have; its forms are one, other. Take the line away.",
    );
  });

  it('lets a plural form say its number in words, but nothing else differ', () => {
    edit('cs', (words) => {
      words.readings_one = 'jedna hodnota z {{place}}';
    });
    says(
      "locales/cs/common.json, line 3: 'readings_one' needs a no-break space behind “z” in “z {{place}}”; npm run check:locales -- --fix puts it in.",
      "locales/cs/common.json, line 3: 'readings_one' has the placeholder {{place}}, which the Czech text “{{count}}\u00a0hodnot” does not have.",
    );
  });

  it('names an empty text', () => {
    edit('sk', (words) => {
      (words.state as Words).on = ' \u00a0';
    });
    says("locales/sk/common.json, line 8: the text of 'state.on' is empty.");
  });

  it('names a number that could be parted from its unit at the end of a line, and joins the two when it is asked to', () => {
    edit('en', (words) => {
      (words.state as Words).on = 'RFC 3339 or 24\u00a0h and 10.5 min';
    });
    edit('sk', (words) => {
      words.readings_other = '{{count}} hodnôt';
      (words.state as Words).on = '5 s prestávkou';
    });
    says(
      "locales/en/common.json, line 6: 'state.on' needs a no-break space behind “10.5” in “10.5 min”; npm run check:locales -- --fix puts it in.",
      "locales/sk/common.json, line 6: 'readings_other' needs a no-break space behind “{{count}}” in “{{count}} hodnôt”; npm run check:locales -- --fix puts it in.",
      "locales/sk/common.json, line 8: 'state.on' needs a no-break space behind “s” in “s prestávkou”; npm run check:locales -- --fix puts it in.",
    );
    expect(check('--fix').status).toBe(0);
    expect(textOf('en')).toContain('24\u00a0h and 10.5\u00a0min');
    expect(textOf('sk')).toContain('5 s\u00a0prestávkou');
  });

  it('names an English per cent sign that stands apart from its number', () => {
    edit('en', (words) => {
      (words.state as Words).on = 'within ±5\u00a0%';
    });
    says("locales/en/common.json, line 6: 'state.on' has a space before the per cent sign; English writes 5%.");
  });

  describe('of guides', () => {
    const guide = (locale: string, text: string, name = 'capture') => {
      mkdirSync(join(root, `locales/${locale}/docs`), { recursive: true });
      put(`locales/${locale}/docs/${name}.md`, text);
    };

    it('is content with guides that say the same and lead somewhere', () => {
      guide('cs', '## Začátek\n[Obrazovky](/tm/screens)\n');
      guide('en', '## Start\n[Screens](/en/tm/screens), [API](/v1/docs)\n');
      guide('sk', '## Začiatok\n```\n## v kóde\n```\n');
      expect(check()).toMatchObject({ status: 0, problems: [] });
    });

    it('names one that a language lacks, one without a page, and one with other sections', () => {
      guide('cs', '## Začátek\n');
      guide('en', '## Start\n## End\n');
      guide('cs', '', 'nowhere');
      guide('en', '', 'nowhere');
      guide('sk', '', 'nowhere');
      says(
        'locales/en/docs/capture.md: it has 2 sections (##), the Czech guide has 1.',
        'locales/sk/docs/capture.md: the guide is missing in this language.',
        'locales/cs/docs/nowhere.md: no page shows this guide (a task for a programmer).',
      );
    });

    it('names links that lead nowhere or to another language, and spaces, which it mends outside code', () => {
      guide('cs', '[A](/tm/panels) a [B](/en/tm/screens)\n```\nv kódu\n```\nv hale\n');
      guide('en', '[A](https://example.com/)\n');
      guide('sk', '\n');
      const links = [
        'locales/cs/docs/capture.md, line 1: the link /tm/panels leads to no page.',
        'locales/cs/docs/capture.md, line 1: the link /en/tm/screens leads to a page in another language.',
        'locales/en/docs/capture.md, line 1: the link https://example.com/ leads to no page.',
      ];
      const space = (line: number, text: string) =>
        `locales/cs/docs/capture.md, line ${line}: 'the text' needs a no-break space behind “${text[0]}” in “${text}”; npm run check:locales -- --fix puts it in.`;
      says(...links.slice(0, 2), space(5, 'v hale'), links[2]!);
      expect(check('--fix').problems).toEqual(links);
      expect(readFileSync(join(root, 'locales/cs/docs/capture.md'), 'utf8')).toContain('\nv kódu\n```\nv\u00a0hale\n');
    });
  });

  it('names a word that the glossary refuses, with the one that is used instead', () => {
    edit('cs', (words) => {
      (words.state as Words).on = 'první čtení';
    });
    edit('en', (words) => {
      (words.state as Words).on = 'the link is good for an hour';
    });
    says(
      "locales/cs/common.json, line 8: 'state.on' says “čtení”; the word is “hodnota” (docs/glossary.md).",
      "locales/en/common.json, line 6: 'state.on' says “is good for”; the word is “is valid” (docs/glossary.md).",
    );
  });

  it('names the line of a file that is not valid JSON, and says nothing about its keys', () => {
    put('locales/en/common.json', textOf('en').replace('"on": "on",', '"on": "on"'));
    says('locales/en/common.json, line 6: the comma at the end of the line is missing.');
    put('locales/cs/common.json', textOf('cs').replace('zapnuto",', 'zapnuto,'));
    says(
      'locales/cs/common.json, line 8: the closing quotation mark " is missing; a text must end on the line where it begins.',
      'locales/en/common.json, line 6: the comma at the end of the line is missing.',
    );
  });

  it('names a key that stands twice', () => {
    put('locales/en/common.json', textOf('en').replace('"on": "on",', '"on": "on",\n    "on": "running",'));
    says("locales/en/common.json, line 7: 'state.on' stands here a second time; the first one is on line 6.");
  });

  it('names files that are missing, superfluous or unknown to the program', () => {
    rmSync(join(root, 'locales/sk/errors.json'));
    put('locales/en/extra.json', '{}');
    put('locales/cs/new.json', '{}');
    put('locales/en/new.json', '{}');
    put('locales/sk/new.json', '{}');
    says(
      'locales/sk/errors.json: the file is missing.',
      'locales/en/extra.json: there is no such file in locales/cs, so nothing reads it.',
      'src/lib/i18n/resources.ts: locales/cs/new.json is not listed there (a task for a programmer).',
    );
  });

  it('names an error code without its sentence', () => {
    for (const locale of ['cs', 'en', 'sk'])
      put(`locales/${locale}/errors.json`, json(Object.fromEntries(ERROR_CODES.slice(1).map((code) => [code, 'Něco.']))));
    says(`locales/cs/errors.json: '${ERROR_CODES[0]}' is missing; every error code needs its sentence.`);
  });

  it('puts missing no-break spaces in when it is asked to, in Czech and Slovak only', () => {
    for (const locale of ['cs', 'en', 'sk'])
      edit(locale, (words) => {
        (words.state as Words).on = 'a k tomu v pondělí';
      });
    expect(check().problems).toHaveLength(2);
    expect(check('--fix').status).toBe(0);
    for (const locale of ['cs', 'sk']) expect(textOf(locale)).toContain('a\u00a0k\u00a0tomu v\u00a0pondělí');
    expect(textOf('en')).toContain('a k tomu v pondělí');
  });
});
