import { KEY_SCOPES } from '../../lib/contract/api-keys.ts';
import type { T } from '../../lib/i18n/index.ts';

export type KeyScope = (typeof KEY_SCOPES)[number];

/** Areas in which the scopes stand in the form, in the order of the contract. */
export const SCOPE_GROUPS: readonly { area: 'org' | 'machines' | 'dlog' | 'tm'; scopes: readonly KeyScope[] }[] = [
  { area: 'org', scopes: KEY_SCOPES.filter((scope) => /^(org|audit):/.test(scope)) },
  { area: 'machines', scopes: KEY_SCOPES.filter((scope) => scope.startsWith('machines:')) },
  { area: 'dlog', scopes: KEY_SCOPES.filter((scope) => /^(dlog|alarms):/.test(scope)) },
  { area: 'tm', scopes: KEY_SCOPES.filter((scope) => scope.startsWith('tm:')) },
];

const isKeyScope = (scope: string): scope is KeyScope => KEY_SCOPES.some((one) => one === scope);
type Underlined<S> = S extends `${infer Area}:${infer Verb}` ? `${Area}_${Verb}` : never;
/** A colon would be read as the end of the namespace. */
const keyOf = (scope: KeyScope) => scope.replace(':', '_') as Underlined<KeyScope>;

/** What a scope allows, in the reader's language. */
export const scopeWord = (t: T, scope: string): string => (isKeyScope(scope) ? t(`api-keys:scope.${keyOf(scope)}`) : scope);
