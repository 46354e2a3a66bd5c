import { existsSync, globSync, readFileSync } from 'node:fs';
import { LOCALES } from '../src/lib/constants.ts';
import { ENTITIES, entitiesWith } from '../src/lib/contract/entities.ts';
import { sleepingIslands } from './lib/sleeping-islands.ts';

/**
 * Holds the tree together: an entity has one word in every layer, documents cite files that exist, and path literals of routes stand
 * only in the route table. Who may import whom is held by dependency-cruiser.config.mjs.
 */

const problems: string[] = [];

/** The layers of an entity that has a list with a page of its own; `name` is its one word. */
for (const [name, area] of [...entitiesWith('page').map((name) => [name, ENTITIES[name].page]), ['received-data', 'dlog']]) {
  const files = [
    `src/lib/contract/${name}.ts`,
    `src/lib/server/${name}/${name}.repo.ts`,
    `src/lib/server/${name}/${name}.service.ts`,
    `src/lib/server/${name}/${name}.routes.ts`,
    `src/lib/client/${name}/${name}.store.ts`,
    `src/islands/${name}`,
    `src/pages/${area}/${name}`,
    ...LOCALES.map((locale) => `locales/${locale}/${name}.json`),
  ];
  for (const file of files) if (!existsSync(file)) problems.push(`${name}: ${file} is missing (docs/new-entity.md)`);
}

for (const document of ['README.md', ...globSync('docs/**/*.md')]) {
  const text = readFileSync(document, 'utf8');
  for (const [, path] of text.matchAll(/`((?:src|scripts|locales|e2e|bench|docs|public)\/[\w./[\]{}*-]+?)`/g)) {
    if (path === undefined || /[*{}]/.test(path)) continue;
    if (!existsSync(path.replace(/\/$/, ''))) problems.push(`${document} cites ${path}, which does not exist`);
  }
}

/** Keys and targets of tables whose type holds their paths to the route table. */
const TYPED = /^\s*'\/[\w/{}-]+': |\bto: '\//;
const GUARDED = /['"`]\/(?:dlog|org|tm|user|playground)\/[a-z]/;
for (const file of globSync('src/{islands,layouts,pages,sections}/**/*.{ts,tsx,astro}')) {
  if (file.endsWith('.test.ts')) continue;
  const text = readFileSync(file, 'utf8');
  const typed = /\b(RoutePath|LinkName)\b/.test(text);
  for (const [index, line] of text.split('\n').entries())
    if (
      GUARDED.test(line) &&
      !(typed && TYPED.test(line)) &&
      !/^\s*(\/\*\*|\*|\/\/)|href\(|route=|routeOf\(|RoutePath|localePath\(|import /.test(line)
    )
      problems.push(`${file}:${index + 1} writes a path by hand; use href() and the route table`);
}

// Besides the processes themselves: how npm started us, and React's build, which is chosen by NODE_ENV alone.
for (const file of globSync('src/**/*.{ts,tsx,astro}')) {
  if (
    /src\/lib\/server\/(kernel\/config|process\/(main|dev|stop-signals|web\/start-server))\.ts$|\.test\.ts$|\/testing\.ts$|\/server\/testing\//.test(
      file.replaceAll('\\', '/'),
    )
  )
    continue;
  if (/process\.env/.test(readFileSync(file, 'utf8')))
    problems.push(`${file} reads process.env; configuration is parsed once in src/lib/server/kernel/config.ts`);
}

/**
 * Repos with another door than `tenantDb()`: global tables, what is asked before the organisation is known, and series, which are keyed
 * by the organisation's number.
 */
const OTHER_DOORS = ['contact-messages', 'organizations', 'readings', 'retention', 'sending-loggers', 'series', 'users'];
for (const file of globSync('src/lib/server/**/*.repo.ts')) {
  if (OTHER_DOORS.some((name) => file.endsWith(`/${name}.repo.ts`))) continue;
  const text = readFileSync(file, 'utf8');
  if (/\bDb\b[^']*from '\.\.\/kernel\/database\.ts'/.test(text))
    problems.push(`${file} takes a connection that sees every organisation; its door is tenantDb() of src/lib/server/kernel/tenant-db.ts`);
}
/** Who asks across organisations, before one is chosen, or by a text whose order of joins is part of it; and the outbox and the queue of tasks, which are global. */
const BY_HAND =
  /server\/(storage|demo|console|testing)\/|\/(profile|setup|new-browser|outbox|update-person|rights|machine-history|task-queue|testing[\w-]*)\.ts$/;
for (const file of globSync('src/lib/server/**/*.ts')) {
  if (BY_HAND.test(file) || /\.test\.ts$/.test(file) || OTHER_DOORS.some((name) => file.endsWith(`/${name}.repo.ts`))) continue;
  if (/\.(where|on|onRef|whereRef)\(\s*'(\w+\.)?organization_id'|\borganization_id = \$\{/.test(readFileSync(file, 'utf8')))
    problems.push(`${file} writes the organisation's condition by hand; tenantDb() does`);
}

/** Looks belong into the markup; what stands in sheets only gets less. */
const MOST_LINES_OF_CSS = 2_885;
const lines = globSync('src/**/*.css').reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
if (lines > MOST_LINES_OF_CSS)
  problems.push(`${lines} lines of CSS are more than ${MOST_LINES_OF_CSS}: write utilities (docs/decisions/0016-looks-in-the-markup.md)`);

/**
 * Nothing typed is lost: whatever holds typed text goes through `useForm`, `useRowForm` or `useKept`, which keep it as a draft, and says so
 * when it comes back. These needn't, each for its reason.
 */
const KEEPS_NO_DRAFT: Record<string, string> = {
  'chart/Selection.tsx': 'limits that count at once, as a filter does',
  'imports/ColumnChoices.tsx': 'says how one file is read, which only a person can choose again',
  'imports/RecordIt.tsx': 'names a recording of one file, which only a person can choose again',
  'imports/SettingsStep.tsx': 'says how one file is read, which only a person can choose again',
  'recordings/SharedRecording.tsx': 'a password is never kept',
  'user/PasswordForm.tsx': 'a password is never kept',
  'shell/PlaceSearch.tsx': 'searches',
  'shell/Palette.tsx': 'searches',
  'screens/HotkeyField.tsx': 'goes into the draft of the panel at once',
  'screens/ButtonProperties.tsx': 'goes into the draft of the panel at once',
  'screens/NameField.tsx': 'goes into the draft of the panel at once',
  'screens/PanelSettings.tsx': 'goes into the draft of the panel at once',
  'screens/References.tsx': 'goes into the draft of the panel at once',
};
const TYPED_TEXT =
  /<(?:TextField|TextArea|NumberField|DateField|DateTimeField|TimeField|textarea|CellInput|Input)\b|<input\b(?![^>]*?(?:type="(?:radio|checkbox|file|hidden|range)"|\bhidden\b))/;
/** Fields that are handed what they hold, and the form that keeps it. */
const FIELDS_OF: Record<string, string> = {
  'allowance-sets/SetFields.tsx': 'allowance-sets/NewSet.tsx',
  'activities/ActivityFields.tsx': 'activities/ActivityForms.tsx',
  'calibrations/Points.tsx': 'calibrations/CalibrationForm.tsx',
  'activities/Categories.tsx': 'activities/TaxonomyDialog.tsx',
  'desk-study/Grid.tsx': 'desk-study/DeskStudy.tsx',
  'embeds/EmbedFields.tsx': 'embeds/ChangeEmbed.tsx',
  'logger-types/Channels.tsx': 'logger-types/MappingTab.tsx',
  'logger-types/TimeFields.tsx': 'logger-types/MappingTab.tsx',
  'measurements/CellInput.tsx': 'measurements/CellDrafts.tsx',
  'measurements/EntryTable.tsx': 'measurements/CellDrafts.tsx',
  'measurements/references.tsx': 'measurements/CellDrafts.tsx',
  'machines/WordField.tsx': 'machines/Properties.tsx',
  'organizations/IntakeFields.tsx': 'organizations/GeneralForm.tsx',
  'organizations/KeepField.tsx': 'organizations/GeneralForm.tsx',
  'recordings/ChannelLimits.tsx': 'recordings/RecordingForm.tsx',
  'recording-plans/WhenFields.tsx': 'recording-plans/PlanForm.tsx',
  'sensor-types/TypeFields.tsx': 'sensor-types/DetailScreen.tsx',
  'ui/form/ClockField.tsx': 'workspaces/ShiftDialog.tsx',
  'table-import/Source.tsx': 'table-import/TableImport.tsx',
  'workspaces/ShiftFields.tsx': 'workspaces/ShiftDialog.tsx',
};
const KEEPS = /\buse(?:Form|RowForm|Kept|KeptStart)(?:<[^(]*>)?\(/;
for (const path of globSync('src/islands/**/*.tsx')) {
  const file = path.replaceAll('\\', '/').replace('src/islands/', '');
  if (file.startsWith('ui/') || file in KEEPS_NO_DRAFT || file in FIELDS_OF) continue;
  const text = readFileSync(path, 'utf8');
  if (TYPED_TEXT.test(text) && !KEEPS.test(text))
    problems.push(`${path} holds typed text that no draft keeps: use useForm, useRowForm or useKept (FIELDS_OF, if it is handed its text)`);
  if (/\bdraft: null\b/.test(text)) problems.push(`${path} keeps no draft: say why in KEEPS_NO_DRAFT`);
  if (KEEPS.test(text) && !/<(?:DraftNote|FormDialog|Kept)\b|\bchildren\(\{ form\b/.test(text))
    problems.push(`${path} brings a draft back without a word: show DraftNote`);
}
for (const [part, form] of Object.entries(FIELDS_OF))
  if (!KEEPS.test(readFileSync(`src/islands/${form}`, 'utf8'))) problems.push(`${form} keeps no draft of what stands in ${part}`);
for (const file of [...Object.keys(KEEPS_NO_DRAFT), ...Object.keys(FIELDS_OF)])
  if (!existsSync(`src/islands/${file}`)) problems.push(`scripts/check-structure.ts speaks of src/islands/${file}, which does not exist`);

problems.push(
  ...sleepingIslands(new Map(globSync('src/**/*.astro').map((file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]))),
);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
