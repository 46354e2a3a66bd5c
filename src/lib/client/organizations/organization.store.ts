import * as z from 'zod/mini';
import type { BodyInput } from '../../contract/endpoint.ts';
import { deleteLogo, getLogo, getOrganization, type Organization, putLogo, updateOrganization } from '../../contract/organizations.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type OrganizationPatch = Omit<BodyInput<typeof updateOrganization>, 'rev'>;
export interface OrganizationStore extends RowStore<Organization, OrganizationPatch> {
  /** Sets the logo, or takes it away. @throws ApiError */
  setLogo(file: Blob | null): Promise<Organization>;
}

/** The contract describes JSON only; this body is the picture itself. */
const sendLogo = { ...putLogo, body: z.custom<Blob>() };

/** Address of the logo; null without one. */
export const logoAddress = ({ id, logo }: Pick<Organization, 'id' | 'logo'>): string | null =>
  logo === null ? null : `${getLogo.path.replace(':organization_id', id)}?v=${logo}`;

/** The chosen organisation. */
export function createOrganization(deps: StoreDeps, initial: Organization | null): OrganizationStore {
  const params = { organization_id: deps.organization };
  const store = createRowStore<Organization, OrganizationPatch>(deps, {
    initial,
    read: (call) => call(getOrganization, { params }),
    write: (call, rev, patch) => call(updateOrganization, { params, body: { ...patch, rev } }),
    concerns: ({ entity }) => entity === 'organizations',
  });
  return {
    ...store,
    async setLogo(file) {
      const row = await (file ? deps.call(sendLogo, { params, body: file }) : deps.call(deleteLogo, { params }));
      store.take(row);
      return row;
    },
  };
}
