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

type Props = Record<string, unknown>;
const read = new WeakMap<Element, Props>();

/** Its own properties; all islands get the same objects of what they share. */
function ownProps(island: Element): Props {
  const own = read.get(island) ?? (JSON.parse(island.getAttribute('props') ?? '{}') as Props);
  read.set(island, own);
  return own;
}

/** With those that another island of the page gives (`src/islands/written-props.ts`); this runs when all of them are there. */
function propsOf(island: Element): Props {
  const takes = island.getAttribute('takes')?.split(' ') ?? [];
  const giver = document.querySelector('astro-island[gives]') ?? island;
  return { ...ownProps(island), ...Object.fromEntries(takes.map((name) => [name, ownProps(giver)[name]])) };
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
      renderer.default(this)(component.default, propsOf(this), {}, { client: 'load' });
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
