/// <reference types="astro/client" />

type ServerPageLocals = import('./lib/server/process/web/locals.ts').PageLocals;

declare namespace App {
  interface Locals extends ServerPageLocals {
    /** The contract's client in the name of the viewer. Set by src/fetch.ts. */
    api: import('./lib/client/kernel/api.ts').Api;
    /** The signed-in person of a guarded page; null on a page without tenant data. Set by the middleware. */
    user: import('./lib/contract/auth.ts').Profile | null;
    /** Organisation and place in its live stream from which a page's first data are, as `pageMark` reads them. Set by the page. */
    live?: string;
    /** A visitor of the demo looks, also at a page without tenant data. Set by the middleware. */
    isDemo?: boolean;
    /** Path and query that were asked for; another page may stand in for it. Set by the middleware. */
    fullPath?: string;
    /** Why another page is shown than the one that was asked for. Set by the middleware or by the page. */
    problem?: { status: 403; scope: string } | { status: 404 };
  }
}

interface ImportMetaEnv {
  /** Text of `early-presses.ts` as it is printed into the head of signed-in pages. */
  readonly EARLY_PRESSES: string;
  /** Id of the build, `dev` in development. */
  readonly BUILD_ID: string;
  /** Seconds since the epoch that the build bears. */
  readonly BUILD_TIME: string;
  /** The version of package.json: that of the newest release. */
  readonly VERSION: string;
}
