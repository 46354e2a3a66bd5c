import { type ReactNode, useSyncExternalStore } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';

export interface TabItem {
  id: string;
  title: string;
  /** A small figure beside the title. */
  count?: number | undefined;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  items: readonly TabItem[];
  /** Keeps the choice in the address after `#`, so that a link leads to the tab. */
  hash?: boolean;
  selected?: string;
  onSelect?: (id: string) => void;
}

function listen(changed: () => void) {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
const currentHash = () => window.location.hash.slice(1);
const noHash = () => '';

function chooseHash(id: string, first: boolean) {
  // Without a fragment for the first tab, so that its address stays the plain one.
  history.replaceState(history.state, '', first ? window.location.pathname + window.location.search : `#${id}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Views of one thing; arrow keys move between them and only the chosen one is rendered. */
export function Tabs({ label, items, hash, selected, onSelect }: TabsProps) {
  const fragment = useSyncExternalStore(listen, currentHash, noHash);
  const first = items[0]?.id ?? '';
  const known = (id: string | undefined) => items.some((item) => item.id === id);
  const shown = hash ? (known(fragment) ? fragment : first) : (selected ?? first);
  return (
    <AriaTabs
      className="tabbed"
      selectedKey={shown}
      onSelectionChange={(key) => {
        const id = String(key);
        if (id === shown) return;
        if (hash) chooseHash(id, id === first);
        onSelect?.(id);
      }}
    >
      <TabList className="tabs" aria-label={label}>
        {items.map((item) => (
          <Tab key={item.id} id={item.id}>
            {item.title}
            {item.count === undefined ? null : <small>{item.count}</small>}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="tab-panel">
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
