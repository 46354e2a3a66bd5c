import { createHash } from 'node:crypto';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import project from './package.json' with { type: 'json' };
import { chunks } from './scripts/astro/chunks.ts';
import { contractSummaries } from './scripts/astro/contract-summaries.ts';
import { frameworkLines } from './scripts/astro/framework-lines.ts';
import { inlineScript } from './scripts/astro/inline-script.ts';
import { localisedTwins } from './scripts/astro/localised-twins.ts';
import { lucideIcons } from './scripts/astro/lucide-icons.ts';
import { pageAdapter } from './scripts/astro/page-adapter.ts';
import { pageScripts } from './scripts/astro/page-scripts.ts';
import { reactAriaLocales } from './scripts/astro/react-aria-locales.ts';
import { serverWall } from './scripts/astro/server-wall.ts';
import { wholeBuild } from './scripts/astro/whole-build.ts';
import { COLOR_MODE_SCRIPT, HEAD_STYLE } from './src/lib/client/session/color-mode-inline.ts';

const EARLY_PRESSES = await inlineScript('src/lib/client/kernel/early-presses.ts');

const sha256 = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

export default defineConfig({
  // Origin and operator are placeholders in the build; the server puts the configured ones in when it loads the files.
  site: 'https://site.invalid',
  outDir: process.env.OUT_DIR ?? './dist',
  trailingSlash: 'ignore',
  build: { format: 'file', inlineStylesheets: 'never' },
  output: 'static',
  adapter: pageAdapter(),
  // The process keeps its own (src/lib/server/auth/sessions.ts).
  session: false,
  i18n: { defaultLocale: 'cs', locales: ['cs', 'en', 'sk'], routing: 'manual' },
  integrations: [react(), astroI18next(), localisedTwins(), chunks(), pageScripts(), wholeBuild()],
  devToolbar: { enabled: false },
  // Colours of code would be inline styles, which the policy of the pages refuses.
  markdown: { syntaxHighlight: false },
  security: {
    // Writes never pass through Astro: forms and the API are doors of the Hono application, which checks origins itself.
    checkOrigin: true,
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
      scriptDirective: { hashes: [sha256(COLOR_MODE_SCRIPT), sha256(EARLY_PRESSES)] },
      styleDirective: {
        resources: ["'self'", { resource: "'unsafe-inline'", kind: 'attribute' }],
        hashes: [sha256(HEAD_STYLE)],
      },
    },
  },
  vite: {
    plugins: [tailwindcss(), serverWall(), frameworkLines(), lucideIcons(), contractSummaries(), reactAriaLocales()],
    build: { assetsInlineLimit: 0, target: 'es2023' },
    // Words are read whole: a name for each of them would go with every file.
    json: { namedExports: false },
    define: {
      'import.meta.env.EARLY_PRESSES': JSON.stringify(EARLY_PRESSES),
      'import.meta.env.BUILD_ID': JSON.stringify(process.env.BUILD_ID || 'dev'),
      'import.meta.env.VERSION': JSON.stringify(project.version),
      'import.meta.env.BUILD_TIME': JSON.stringify(process.env.SOURCE_DATE_EPOCH || '0'),
    },
  },
});
