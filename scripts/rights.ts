import { readFileSync, writeFileSync } from 'node:fs';
import type { Endpoint } from '../src/lib/contract/endpoint.ts';
import { ENDPOINTS } from '../src/lib/contract/index.ts';
import {
  ORGANIZATION_ROLE_SCOPES,
  ORGANIZATION_ROLES,
  SCOPES,
  WORKSPACE_ROLE_SCOPES,
  WORKSPACE_ROLES,
} from '../src/lib/contract/scopes.ts';

/** Writes docs/rights.md: which role brings which scope, and what each scope opens. `--check` fails when the file is stale. */

const FILE = 'docs/rights.md';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const matrix = table(
  ['Scope', ...ORGANIZATION_ROLES, ...WORKSPACE_ROLES],
  SCOPES.map((scope) => [
    `\`${scope}\``,
    ...ORGANIZATION_ROLES.map((role) => (ORGANIZATION_ROLE_SCOPES[role].includes(scope) ? '●' : '')),
    ...WORKSPACE_ROLES.map((role) => (WORKSPACE_ROLE_SCOPES[role].includes(scope) ? '○' : '')),
  ]),
);

const endpoints: Endpoint[] = Object.values(ENDPOINTS);
const listed = (chosen: readonly Endpoint[]) =>
  table(
    ['Endpoint', 'What it does'],
    chosen.map(({ method, path, summary }) => [`\`${method} ${path}\``, summary.replaceAll('|', '\\|')]),
  );
const sections = SCOPES.map((scope) => {
  const opened = endpoints.filter((one) => one.scope === scope || one.orScope === scope);
  const roles = [
    ...ORGANIZATION_ROLES.filter((role) => ORGANIZATION_ROLE_SCOPES[role].includes(scope)),
    ...WORKSPACE_ROLES.filter((role) => WORKSPACE_ROLE_SCOPES[role].includes(scope)),
  ];
  return [
    `### \`${scope}\``,
    `Roles: ${roles.length > 0 ? roles.join(', ') : 'none; only people with access to all organisations'}.`,
    opened.length > 0 ? listed(opened) : 'No endpoint asks for it yet.',
  ].join('\n\n');
});

const text = `# Rights

Written by \`scripts/rights.ts\` from \`src/lib/contract/scopes.ts\` and the endpoints of the contract; don't edit by hand.

## Roles and scopes

● in the whole organisation and each of its workspaces · ○ in the workspace of the role only.

${matrix}

- Scopes of several roles add up. People with access to all organisations have every scope everywhere, and each of their writes is marked in the audit trail; reading an organisation to which they don’t belong leaves a row a day there.
- A row of a workspace that one may not read answers 404, as one that is not there.
- Only owners make and unmake owners; the last owner stays. Nobody gives a role that brings a scope he hasn't himself in that place.
- A visitor of the demo has the scopes of a viewer where he belongs, whatever roles he was given, and is refused every method but GET ([why](decisions/0017-visitors-of-the-demo.md)).
- A key of a service has some scopes of its maker, in the organisation or in one workspace; never \`members:manage\`, \`keys:manage\` or \`playground\`.

## Scopes and endpoints

${sections.join('\n\n')}

## Without a scope

Every signed-in person, for what is his own:

${listed(endpoints.filter(({ access, scope }) => access === 'user' && scope === undefined))}

Anybody:

${listed(endpoints.filter(({ access }) => access === 'public'))}

Loggers, with the token of a logger:

${listed(endpoints.filter(({ access }) => access === 'device'))}
`;

if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(`${FILE} is stale: node scripts/rights.ts`);
  process.exit(1);
}
