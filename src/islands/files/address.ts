import { auth } from '../../lib/client/auth/browser.ts';
import { getFileContent } from '../../lib/contract/files.ts';

type Size = 'thumb' | 'medium' | 'original';

/** Address of a file's bytes; the browser shows who asks by its cookie. */
export function fileAddress(organization: string, id: string, more: { size: Size } | { download: true }): string {
  const path = getFileContent.path.replace(':organization_id', organization).replace(':id', id);
  return `${path}?${'size' in more ? `size=${more.size}` : 'download=1'}`;
}

/** Sees to a token that is in force: an address that the browser itself asks for can't wait for a new one. */
export async function freshToken(path: string): Promise<void> {
  await auth()
    .intercept({ method: 'GET', path })
    .catch(() => undefined);
}
