import { useT } from '../../lib/i18n/react.tsx';

/** Parts of a page that have keys of their own, each told by what stands on the page while it has them. */
const PARTS = [
  {
    title: 'everywhere',
    keys: [
      ['Ctrl K', 'search', null],
      ['/', 'filter', '#content input[type=search]'],
      ['?', 'help', null],
    ],
  },
  {
    title: 'list',
    keys: [
      ['↑ ↓', 'rows', '#content tr[tabindex]'],
      ['Home End', 'ends', '#content tr[tabindex]'],
      ['Enter', 'open', '#content tr[tabindex]'],
      ['← →', 'inside', '#content tr[tabindex] :is(button, input)'],
      ['␣', 'pick', '#content tbody input[type=checkbox]'],
      ['⇧ ↑ ↓', 'pick_more', '#content tbody input[type=checkbox]'],
    ],
  },
  {
    title: 'chart',
    keys: [
      ['← →', 'pan', '#content figure [role=group][tabindex]'],
      ['⇧ ← →', 'cursor', '#content figure [role=group][tabindex]'],
      ['+ −', 'zoom', '#content figure [role=group][tabindex]'],
      ['Esc', 'back', '#content figure [role=group][tabindex]'],
    ],
  },
  {
    title: 'message',
    keys: [
      ['←', 'older', '#content [data-neighbour=older]'],
      ['→', 'newer', '#content [data-neighbour=newer]'],
    ],
  },
  { title: 'tabs', keys: [['← →', 'tab', '#content [role=tablist]']] },
  { title: 'dialog', keys: [['Esc', 'close', null]] },
] as const;

const isHere = (selector: string | null) => selector === null || document.querySelector(selector) !== null;

/** The keys that do something on the page as it is now. */
export function PageKeys() {
  const t = useT();
  return PARTS.map(({ title, keys }) => ({ title, keys: keys.filter(([, , where]) => isHere(where)) }))
    .filter(({ keys }) => keys.length > 0)
    .map(({ title, keys }) => (
      <section key={title}>
        <h4 className="pb-1 text-12 font-medium text-ink-3">{t(`help:keys.${title}`)}</h4>
        <dl className="grid grid-cols-[5rem_1fr] items-baseline gap-x-4 gap-y-1.5">
          {keys.map(([key, does]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-1 border border-line bg-surface px-1.5 py-0.5 font-sans text-12 text-ink">{key}</kbd>
              </dt>
              <dd>{t(`help:keys.${does}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    ));
}
