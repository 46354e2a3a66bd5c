/**
 * The element around an island, in place of the framework's own (`scripts/astro/framework-lines.ts`), which is 4.5 kB of script in each page. Ours know less:
 * every island is React's and the default of its file, was rendered by the server, comes alive at once, and has properties that are plain JSON.
 */

/** A module for the compiler, so that its names are its own. */
export {};

interface Renderer {
  default(island: Element): (component: unknown, props: object, slots: object, options: { client: string }) => void;
}

/** What failed is asked for once more: a line that breaks for a moment is not a build that is gone. */
async function load<M>(url: string): Promise<M> {
  try {
    return await import(/* @vite-ignore */ url);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return import(/* @vite-ignore */ `${url}?astro-retry=${Date.now()}`);
  }
}

class Island extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const componentUrl = this.getAttribute('component-url') ?? '';
    try {
      const [component, renderer] = await Promise.all([
        load<{ default: unknown }>(componentUrl),
        load<Renderer>(this.getAttribute('renderer-url') ?? ''),
      ]);
      if (!this.isConnected || !this.hasAttribute('ssr')) return;
      const props = JSON.parse(this.getAttribute('props') ?? '{}') as object;
      renderer.default(this)(component.default, props, {}, { client: 'load' });
      this.removeAttribute('ssr');
      this.dispatchEvent(new CustomEvent('astro:hydrate'));
    } catch (error) {
      const detail = { error, componentUrl };
      const failed = new CustomEvent('astro:hydration-error', { cancelable: true, bubbles: true, composed: true, detail });
      if (this.dispatchEvent(failed)) console.error(`[island] ${componentUrl} can't be brought to life`, error);
    }
  }
}

// While somebody develops, the framework's is there.
if (!customElements.get('astro-island')) customElements.define('astro-island', Island);
