/** What a person may do, and which role brings it. The only place where it is written: server, menu and buttons read it. */

export const SCOPES = [
  'org:read',
  'org:manage',
  'members:manage',
  'audit:read',
  'machines:read',
  'machines:write',
  'dlog:read',
  'dlog:write',
  'dlog:sign',
  'alarms:ack',
  'tm:read',
  'tm:capture',
  'tm:write',
  'tm:approve',
  'keys:manage',
  'playground',
] as const;
export type Scope = (typeof SCOPES)[number];

export const ORGANIZATION_ROLES = ['owner', 'admin', 'auditor', 'member'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];
export const WORKSPACE_ROLES = ['manager', 'technician', 'analyst', 'observer', 'operator', 'viewer'] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

const READ: readonly Scope[] = ['org:read', 'machines:read', 'dlog:read', 'tm:read'];
const ALL: readonly Scope[] = SCOPES.filter((scope) => scope !== 'playground');

/** Scopes of an organisation role, in force in every workspace of the organisation. */
export const ORGANIZATION_ROLE_SCOPES: Record<OrganizationRole, readonly Scope[]> = {
  owner: ALL,
  admin: ALL,
  auditor: [...READ, 'audit:read'],
  member: ['org:read'],
};

/** Scopes of a workspace role, in force in that workspace only: a manager manages his workspace and its members, never the organisation. */
export const WORKSPACE_ROLE_SCOPES: Record<WorkspaceRole, readonly Scope[]> = {
  manager: [
    ...READ,
    'org:manage',
    'members:manage',
    'machines:write',
    'dlog:write',
    'dlog:sign',
    'alarms:ack',
    'tm:capture',
    'tm:write',
    'tm:approve',
  ],
  technician: [...READ, 'machines:write', 'dlog:write', 'alarms:ack'],
  analyst: [...READ, 'tm:capture', 'tm:write'],
  observer: ['org:read', 'machines:read', 'tm:read', 'tm:capture'],
  operator: ['org:read', 'machines:read', 'dlog:read', 'alarms:ack', 'tm:capture'],
  viewer: READ,
};

/** Scopes that the roles of one person bring together, without repetition, in the order of {@link SCOPES}. */
export function scopesOf(organizationRoles: readonly string[], workspaceRoles: readonly string[] = []): Scope[] {
  const found = new Set<Scope>();
  for (const role of organizationRoles) for (const scope of ORGANIZATION_ROLE_SCOPES[role as OrganizationRole] ?? []) found.add(scope);
  for (const role of workspaceRoles) for (const scope of WORKSPACE_ROLE_SCOPES[role as WorkspaceRole] ?? []) found.add(scope);
  return SCOPES.filter((scope) => found.has(scope));
}

/** What somebody is in one place of an organisation: in a workspace, or in the organisation as a whole. */
export interface Granter {
  scopes: ReadonlySet<Scope>;
  /** He owns the organisation, or sees all of them. */
  owner: boolean;
}

/** May he hand out the role there? Only owners make owners, and nobody gives a scope that he hasn't himself. */
export function mayGrant({ scopes, owner }: Granter, role: OrganizationRole | WorkspaceRole): boolean {
  if (role === 'owner') return owner;
  const brings = ({ ...ORGANIZATION_ROLE_SCOPES, ...WORKSPACE_ROLE_SCOPES } as Record<string, readonly Scope[]>)[role] ?? [];
  return brings.every((scope) => scopes.has(scope));
}
