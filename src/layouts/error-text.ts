import type { T } from '../lib/i18n/index.ts';

/** Why an error page is shown instead of the one that was asked for. */
export interface Problem {
  /** 500 when nothing else is said. */
  status?: number | undefined;
  /** Stands in the place of the title that belongs to the status. */
  statusMessage?: string | undefined;
}

/** Status and title of an error page, and what the reader may do now. */
export function errorText(t: T, { status = 500, statusMessage }: Problem): { status: number; title: string; help: string } {
  if (status === 404) return { status, title: statusMessage ?? t('error-pages:not_found.title'), help: t('error-pages:not_found.help') };
  const help = t(status === 403 ? 'error-pages:forbidden.help' : 'error-pages:internal.help');
  return { status, title: statusMessage ?? t('error-pages:internal.title'), help };
}
