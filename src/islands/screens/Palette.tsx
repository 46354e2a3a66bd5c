import { Check, Minus, Plus } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { type ActivitiesState, filterActivities } from '../../lib/client/activities/activities.store.ts';
import { LOCALE_TAGS } from '../../lib/constants.ts';
import type { Activity } from '../../lib/contract/activities.ts';
import type { ButtonKind, Definition } from '../../lib/contract/screens.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ActivityMark, ToolMark } from '../activities/ActivityMark.tsx';
import { Button } from '../ui/Button.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { KIND_ICONS, TOOLS } from './faces.ts';

const PULLED =
  'flex min-h-8.5 min-w-0 flex-1 cursor-grab items-center gap-2 rounded-1 py-0.5 pr-1.5 pl-0.5 slim:gap-1.5 slim:pr-0.5 hover:bg-hover pointer-coarse:min-h-(--control-touch)';

/** What may be put on the panel; by a press into the first free place, by a pull where one wants it. */
export interface Pulling {
  begin(event: PointerEvent<HTMLElement>, kind: ButtonKind, activity: string | null): void;
  move(event: PointerEvent<HTMLElement>): void;
  end(event: PointerEvent<HTMLElement>): void;
  cancel(): void;
  add(kind: ButtonKind, activity: string | null): void;
}

export function Palette({
  draft,
  activities,
  pulling,
  onNew,
}: {
  draft: Definition;
  activities: ActivitiesState;
  pulling: Pulling;
  onNew: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const [q, setQ] = useState('');
  const all = activities.status === 'ready' ? activities.rows.filter((one) => one.archived_at === null) : [];
  const { compare } = new Intl.Collator(LOCALE_TAGS[locale], { numeric: true });
  const matching = filterActivities(all, q).sort((a, b) => compare(a.name, b.name));
  const used = new Set(draft.buttons.map(({ activity_id }) => activity_id));
  const kinds = new Set(draft.buttons.map(({ kind }) => kind));
  const said = (name: string, isUsed: boolean) => t('screens:palette.add', { name }) + (isUsed ? `, ${t('screens:palette.used')}` : '');
  const pull = (kind: ButtonKind, activity: string | null) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => pulling.begin(event, kind, activity),
    onPointerMove: pulling.move,
    onPointerUp: pulling.end,
    onPointerCancel: pulling.cancel,
    onClick: () => pulling.add(kind, activity),
  });
  return (
    <aside
      className="grid print:hidden grid-cols-1 content-start gap-5 p-4 min-[1101px]:min-h-0 min-[1101px]:content-stretch min-[1101px]:overflow-auto [&_.search-field]:w-full min-[1101px]:grid-rows-[minmax(160px,1fr)_max-content] min-[1101px]:border-r min-[1101px]:border-r-line max-[1101px]:order-1 max-[1101px]:col-span-full max-[1101px]:border-t max-[1101px]:border-t-line"
      aria-label={t('screens:palette.label')}
    >
      <section className="grid min-w-0 justify-items-start gap-2 *:justify-self-stretch min-[1101px]:min-h-0 min-[1101px]:grid-rows-[max-content_max-content_minmax(0,1fr)]">
        <header className="row">
          <h2 className="h2">{t('screens:palette.activities')}</h2>
          <span className="spacer" />
          <IconButton icon={Plus} size="sm" label={t('screens:palette.new')} onPress={onNew} />
        </header>
        <SearchField kind="search" label={t('screens:palette.search')} value={q} onChange={setQ} />
        {activities.status === 'loading' ? [140, 110, 160].map((width) => <Skeleton key={width} width={width} height={14} />) : null}
        {activities.status === 'error' ? <p className="soft">{t(`errors:${activities.code}`)}</p> : null}
        <ul className="min-[1101px]:content-start min-[1101px]:overflow-auto grid grid-cols-1 gap-0.5 max-[1101px]:grid-cols-[repeat(auto-fill,minmax(180px,1fr))] max-[761px]:grid-cols-2">
          {matching.map((one) => (
            <li className="flex items-center gap-0.5" key={one.id}>
              <button
                type="button"
                className={PULLED}
                aria-label={said(one.kind === 'count' ? `${one.name} +1` : one.name, used.has(one.id))}
                {...pull(one.kind === 'count' ? 'plus' : 'activity', one.id)}
              >
                <ActivityMark of={one} />
                <span className="min-w-0 flex-1 leading-4 hyphens-auto wrap-break-word">{one.name}</span>
                {used.has(one.id) ? <Used /> : null}
              </button>
              {one.kind === 'count' ? <Less one={one} onAdd={() => pulling.add('minus', one.id)} /> : null}
            </li>
          ))}
        </ul>
        {activities.status === 'ready' && matching.length === 0 ? (
          <div className="grid min-w-0 justify-items-start gap-2">
            <p className="soft">{t(q.trim() === '' ? 'screens:palette.none' : 'screens:palette.nothing')}</p>
            <Button size="sm" icon={Plus} onPress={onNew}>
              {t('screens:palette.new')}
            </Button>
          </div>
        ) : null}
      </section>
      <section className="grid min-w-0 justify-items-start gap-2 *:justify-self-stretch">
        <h2 className="h2">{t('screens:palette.tools')}</h2>
        <ul className="grid grid-cols-1 gap-0.5 max-[1101px]:grid-cols-[repeat(auto-fill,minmax(180px,1fr))] max-[761px]:grid-cols-2">
          {TOOLS.map((kind) => (
            <li className="flex items-center gap-0.5" key={kind}>
              <button type="button" className={PULLED} aria-label={said(t(`screens:kind.${kind}`), kinds.has(kind))} {...pull(kind, null)}>
                <ToolMark of={KIND_ICONS[kind]} />
                <span className="one-line flex-1">{t(`screens:kind.${kind}`)}</span>
                {kinds.has(kind) ? <Used /> : null}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}

const Used = () => (
  <span className="grid text-ink-3">
    <Icon of={Check} size={14} />
  </span>
);

function Less({ one, onAdd }: { one: Activity; onAdd: () => void }) {
  const t = useT();
  return <IconButton icon={Minus} size="sm" label={t('screens:palette.add', { name: `${one.name} \u22121` })} onPress={onAdd} />;
}
