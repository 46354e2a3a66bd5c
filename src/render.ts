import { createApp } from 'astro/app/entrypoint';

/** Entry of the built pages: what the process asks for those that no file answers (`lib/server/process/web/send-page.ts`). */
const app = createApp({ streaming: false });

/** The answer of the page at that address, its own of an error among them; null where no page is. */
export async function render(request: Request, locals: object): Promise<Response | null> {
  const routeData = app.match(request);
  return routeData ? app.render(request, { addCookieHeader: true, locals, routeData }) : null;
}
