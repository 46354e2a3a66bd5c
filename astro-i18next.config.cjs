const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Every file of the source language is a namespace; nothing else lists them. */
const namespaces = readdirSync(join(__dirname, 'locales', 'cs'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort();

module.exports = {
  defaultLocale: 'cs',
  locales: ['cs', 'en', 'sk'],
  namespaces,
  defaultNamespace: 'common',
  i18nextServer: {
    initAsync: false,
    preload: ['cs', 'en', 'sk'],
    fallbackLng: false,
    interpolation: { escapeValue: false },
    backend: { loadPath: './locales/{{lng}}/{{ns}}.json' },
  },
};
