import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LOCALES } from '../../lib/constants.ts';
import type { Category } from '../../lib/contract/taxonomies.ts';
import { colorOf } from '../../lib/domain/taxonomies/taxonomy-rules.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ColorSwatch } from './ActivityMark.tsx';
import { ColorChoice } from './ColorChoice.tsx';
import { asTree } from './tree.ts';

const INDENT = ['', 'pl-5.5', 'pl-11', 'pl-16.5'];
const MOST = 100;

/** A code that no category has yet. */
function freeCode(categories: readonly Category[]): string {
  const codes = new Set(categories.map(({ code }) => code));
  let n = categories.length + 1;
  while (codes.has(`c${n}`)) n++;
  return `c${n}`;
}

/** Categories of a taxonomy as a tree, one of them open for writing. */
export function Categories({
  categories,
  stored,
  onChange,
}: {
  categories: Category[];
  stored: ReadonlySet<string>;
  onChange: (next: Category[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  // By place: codes of new ones are being written.
  const [open, setOpen] = useState<number | null>(null);
  const nameOf = (one: Category) =>
    one.names[locale] || LOCALES.map((other) => one.names[other]).find(Boolean) || t('activities:taxonomies.nameless');
  const put = (at: number, next: Category) => {
    const before = categories[at]!;
    const renamed = categories.map((one) => (one.parent === before.code ? { ...one, parent: next.code } : one));
    onChange((before.code === next.code ? categories : renamed).with(at, next));
  };
  const add = () => {
    const names = { cs: '', en: '', sk: '' };
    onChange([...categories, { code: freeCode(categories), names, parent: null, color: null, loss: false }]);
    setOpen(categories.length);
  };
  const remove = (at: number) => {
    const { code, parent } = categories[at]!;
    setOpen(null);
    onChange(categories.filter((_, index) => index !== at).map((one) => (one.parent === code ? { ...one, parent } : one)));
  };
  /** Past the nearest one of the same level. */
  const move = (at: number, by: 1 | -1) => {
    const one = categories[at]!;
    for (let to = at + by; to >= 0 && to < categories.length; to += by)
      if (categories[to]!.parent === one.parent) {
        onChange(categories.with(at, categories[to]!).with(to, one));
        if (open === at) setOpen(to);
        return;
      }
  };
  return (
    <section className="grid min-w-0 justify-items-start gap-2" aria-label={t('activities:taxonomies.field.categories')}>
      <header className="row w-full">
        <h3 className="h2">{t('activities:taxonomies.field.categories')}</h3>
        <span className="spacer" />
        <Button size="sm" icon={Plus} onPress={add} isDisabled={categories.length >= MOST}>
          {t('activities:taxonomies.add')}
        </Button>
      </header>
      <ul className="w-full border-t border-t-line-2">
        {asTree(categories).map(({ category, level }) => {
          const at = categories.indexOf(category);
          const color = colorOf(categories, category.code);
          const name = nameOf(category);
          return (
            <li key={at}>
              <div className={`flex min-h-9 items-center gap-0.5 border-b border-b-line ${INDENT[level]}`}>
                <button
                  type="button"
                  className="row min-h-8 min-w-0 flex-1 rounded-1"
                  aria-expanded={open === at}
                  onClick={() => setOpen(open === at ? null : at)}
                >
                  <Icon of={open === at ? ChevronDown : ChevronRight} size={14} />
                  <ColorSwatch color={color} loss={category.loss} />
                  <span className="min-w-0 py-2 text-left whitespace-normal hyphens-auto wrap-break-word">{name}</span>
                  <small className="muted mono slim:hidden">{category.code}</small>
                </button>
                <IconButton icon={ArrowUp} size="sm" label={t('activities:taxonomies.up', { name })} onPress={() => move(at, -1)} />
                <IconButton icon={ArrowDown} size="sm" label={t('activities:taxonomies.down', { name })} onPress={() => move(at, 1)} />
                <IconButton icon={Trash2} size="sm" label={t('activities:taxonomies.remove', { name })} onPress={() => remove(at)} />
              </div>
              {open === at ? (
                <div className="grid gap-3 pt-3 pr-3 pb-4 pl-5.5 border-b border-b-line-2 bg-ground">
                  <div className="fields-3 grid grid-cols-3 gap-3 items-start max-[761px]:grid-cols-1">
                    {LOCALES.map((one) => (
                      <TextField
                        key={one}
                        label={t(`common:language.${one}`)}
                        value={category.names[one]}
                        onChange={(text) => put(at, { ...category, names: { ...category.names, [one]: text } })}
                        lang={one}
                        maxLength={120}
                        autoComplete="off"
                        autoFocus={one === locale && name === t('activities:taxonomies.nameless')}
                      />
                    ))}
                  </div>
                  <div className="fields-3 grid grid-cols-3 gap-3 items-start max-[761px]:grid-cols-1">
                    <TextField
                      label={t('activities:taxonomies.code')}
                      value={category.code}
                      onChange={(code) =>
                        put(at, {
                          ...category,
                          code: code
                            .toLowerCase()
                            .replace(/[^a-z0-9_.-]/g, '')
                            .slice(0, 40),
                        })
                      }
                      disabled={stored.has(category.code)}
                      mono
                      autoComplete="off"
                    />
                    <Select
                      label={t('activities:taxonomies.parent')}
                      value={category.parent ?? ''}
                      options={[
                        { id: '', text: t('activities:taxonomies.no_parent') },
                        ...categories.filter((one) => one.code !== category.code).map((one) => ({ id: one.code, text: nameOf(one) })),
                      ]}
                      onChange={(parent) => put(at, { ...category, parent: parent || null })}
                    />
                    <ColorChoice<number | null>
                      label={t('activities:field.color')}
                      value={category.color}
                      none={t('activities:taxonomies.no_color')}
                      onChange={(next) => put(at, { ...category, color: next })}
                    />
                  </div>
                  <Checkbox checked={category.loss} onChange={(loss) => put(at, { ...category, loss })}>
                    {t('activities:field.loss')}
                  </Checkbox>
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
