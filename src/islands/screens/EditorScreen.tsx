import { useStore } from '@nanostores/react';
import { Redo2, SlidersHorizontal, Undo2 } from 'lucide-react';
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ActivitiesStore } from '../../lib/client/activities/activities.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { LinksStore } from '../../lib/client/links/links.store.ts';
import { createMachineChoice } from '../../lib/client/machines/machine-choice.store.ts';
import type { ScreenFields, ScreenStore } from '../../lib/client/screens/screen.store.ts';
import type { Activity } from '../../lib/contract/activities.ts';
import type { ButtonKind, Definition, Button as PanelButton, Screen } from '../../lib/contract/screens.ts';
import {
  addButton,
  buttonOf,
  duplicate,
  freeId,
  type GridRectangle,
  inOrder,
  putBack,
  type Unplaced,
  withoutButton,
} from '../../lib/domain/screens/screen-grid.ts';
import { buttonsOf, knownPage, pageOf } from '../../lib/domain/screens/screen-pages.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ActivityMark } from '../activities/ActivityMark.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { CANVAS, Canvas, type CanvasHandle } from './Canvas.tsx';
import { differingButtons, type Faces, newButton, problemsByButton } from './editor.ts';
import { labelOf, spokenOf } from './faces.ts';
import { Head } from './Head.tsx';
import { Palette, type Pulling } from './Palette.tsx';

const Side = part(() => import('./Side.tsx'));
const Previews = part(() => import('./Previews.tsx'));
const PageTabs = part(() => import('./PageTabs.tsx'));
const PrintedPages = part(() => import('./PrintedPages.tsx'));
const ConflictDialog = part(() => import('../ui/ConflictDialog.tsx'));

export interface EditorStores {
  deps: StoreDeps;
  screen: ScreenStore;
  links: LinksStore;
  /** The catalogue of the screen's workspace. */
  activities: (workspace: string) => ActivitiesStore;
}

/** What stands at the side: the chosen button or the panel as a whole, or an activity (null = a new one, for a button). */
export type Shown = { what: 'button' } | { what: 'activity'; id: string | null };

const STILL = 4;
/** So far down the sheet is put away, pixels. */
const PULLED = 24;

const BODY =
  'grid items-start bg-surface min-[1101px]:min-h-0 min-[1101px]:flex-1 min-[1101px]:items-stretch max-[1101px]:grid-cols-[minmax(0,1fr)_272px] max-[761px]:grid-cols-1';
const MIDDLE =
  'grid grid-cols-1 auto-rows-max gap-3 min-w-0 pt-3 px-4 pb-4 [container-type:inline-size] min-[1101px]:overflow-auto min-[1101px]:min-h-0 min-[1101px]:content-start max-[761px]:pt-2 max-[761px]:px-3 max-[761px]:pb-4 [&>.empty]:m-0 [&>.empty]:w-full [&>[role=alert]:empty]:hidden';

/** Shown until the person is known. */
export function EditorWaiting() {
  const t = useT();
  return (
    <div className="screen editor min-[1101px]:flex min-[1101px]:min-h-0 min-[1101px]:flex-1 min-[1101px]:flex-col" aria-busy="true">
      <PageHead
        crumbs={[{ text: t('screens:title'), href: href('/tm/screens', null, useLocale()) }]}
        title={<Skeleton width={180} height={20} />}
      />
      <div className={`${BODY} grid-cols-[216px_minmax(0,1fr)_288px]`}>
        <div className={MIDDLE}>
          <div className={CANVAS} />
        </div>
      </div>
    </div>
  );
}

export function EditorScreen({ context, create }: { context: PageContext; create: () => EditorStores }) {
  const [stores] = useState(create);
  const { screen } = stores;
  const state = useStore(screen.$state);
  const draft = useStore(screen.$draft);
  useStarted(screen);
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void screen.load()} />
      </div>
    );
  if (state.status === 'loading' || !draft) return <EditorWaiting />;
  return <Editor key={state.row.workspace_id} context={context} stores={stores} row={state.row} draft={draft} />;
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type="radio"], [type="checkbox"], [readonly]')));

function Editor({ context, stores, row, draft }: { context: PageContext; stores: EditorStores; row: Screen; draft: Definition }) {
  const t = useT();
  const { screen, deps } = stores;
  const [activities] = useState(() => stores.activities(row.workspace_id));
  useStarted(activities);
  const catalogue = useStore(activities.$state);
  const [machines] = useState(() => createMachineChoice(deps, row.workspace_id));
  const refused = useStore(screen.$refused);
  const conflict = useStore(screen.$conflict);
  const steps = useStore(screen.$steps);
  const canWrite = context.can('tm:write', row.workspace_id) && row.archived_at === null;
  const faces: Faces = useMemo(() => new Map(catalogue.status === 'ready' ? catalogue.rows.map((one) => [one.id, one]) : []), [catalogue]);
  const problems = useMemo(() => problemsByButton(refused), [refused]);
  const [selected, setSelected] = useState<string | null>(null);
  const [page, setPage] = useState('');
  const [shown, setShown] = useState<Shown>({ what: 'button' });
  const [choosing, setChoosing] = useState(true);
  const [publishing, setPublishing] = useState(false);
  const [said, setSaid] = useState('');
  const canvas = useRef<CanvasHandle>(null);
  const side = useRef<HTMLElement>(null);
  /** On a phone the side is a sheet over the lower half; elsewhere it always stands there. */
  const [sheet, setSheet] = useState(false);
  const grip = useRef(0);
  const narrow = useNarrow();
  const button = buttonOf(draft, selected);
  /** In sight is the page of the chosen button, wherever it goes; else the one whose tab was pressed. */
  const inSight = button ? pageOf(draft, button) : knownPage(draft, page);
  const nameOf = (one: PanelButton) => spokenOf(one, faces.get(one.activity_id ?? ''), t);

  // The same words again are news too.
  const say = (text: string) => setSaid((before) => (before === text ? `${text}\u00a0` : text));
  const change = (next: Definition, text?: string) => {
    screen.change(next);
    if (text) say(text);
  };
  const select = (id: string | null) => {
    setSelected(id);
    setPage(inSight);
    setShown({ what: 'button' });
    if (id === null) setSheet(false);
  };
  const turnTo = (id: string) => {
    select(null);
    setPage(id);
  };
  const openSheet = () => {
    setSheet(true);
    if (!narrow) return;
    requestAnimationFrame(() => {
      document.querySelector('.canvas-button.on')?.scrollIntoView({ block: 'nearest' });
      side.current?.focus({ preventScroll: true });
    });
  };
  const closeSheet = () => {
    setSheet(false);
    if (selected) canvas.current?.focus(selected);
  };
  useEffect(() => {
    if (!sheet || !narrow) return;
    // Also when nothing has the focus, as behind Enter in a field.
    const heard = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeSheet();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  });
  const open = (id: string) => {
    select(id);
    setSheet(true);
    requestAnimationFrame(() => side.current?.querySelector<HTMLElement>(':is(select, input):not(:disabled)')?.focus());
  };
  const remove = (one: PanelButton) => {
    const order = inOrder(buttonsOf(draft, pageOf(draft, one)));
    const at = order.findIndex(({ id }) => id === one.id);
    const next = order[at + 1] ?? order[at - 1] ?? null;
    change(withoutButton(draft, one.id), t('screens:removed', { name: nameOf(one) }));
    select(next?.id ?? null);
    setSheet(false);
    if (next) requestAnimationFrame(() => canvas.current?.focus(next.id));
    const back = () => {
      const now = screen.$draft.get();
      const outcome = now && putBack(now, one);
      if (outcome?.status === 'done') change(outcome.draft);
    };
    toast({ text: t('screens:removed', { name: nameOf(one) }), action: { text: t('screens:undo'), run: back } });
  };
  const put = (made: Unplaced, at?: Pick<GridRectangle, 'x' | 'y'>): void => {
    const outcome = addButton(screen.$draft.get() ?? draft, made, at);
    const name = labelOf(made, faces.get(made.activity_id ?? ''), t);
    if (outcome.status === 'done') {
      change(outcome.draft, t('screens:added', { name, column: outcome.button.x + 1, row: outcome.button.y + 1 }));
      select(made.id);
    } else say(outcome.status === 'taken' ? t('screens:grid.taken', { name: outcome.by.map(nameOf).join(', ') }) : t('screens:grid.full'));
  };
  const copy = (one: PanelButton) => {
    const id = freeId(draft.buttons, 'b');
    const outcome = duplicate(draft, one.id, id);
    if (outcome.status !== 'done') return say(t('screens:grid.full'));
    change(outcome.draft, t('screens:added', { name: nameOf(one), column: outcome.button.x + 1, row: outcome.button.y + 1 }));
    select(id);
  };
  const undo = () => {
    screen.undo();
    say(t('screens:undone'));
  };
  const redo = () => {
    screen.redo();
    say(t('screens:redone'));
  };
  useEffect(() => {
    if (!canWrite) return;
    const heard = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isWriting(event.target)) return;
      const pressed = event.key.toLowerCase();
      if (pressed !== 'z' && pressed !== 'y') return;
      event.preventDefault();
      if (pressed === 'y' || event.shiftKey) redo();
      else undo();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  });

  const publish = async () => {
    setPublishing(true);
    const result = await screen.publish();
    setPublishing(false);
    if (result.status === 'published')
      toast({ text: t(result.again ? 'screens:publish_same' : 'screens:published', { number: result.row.version ?? 0 }) });
    else if (result.status === 'error')
      toast({ kind: 'alarm', text: `${t('screens:failed')} ${t(`errors:${failureOf(result.error).code}`)}` });
    else setChoosing(true);
  };
  const setFields = async (fields: Pick<ScreenFields, 'machine_id' | 'method'>) => {
    const result = await screen.save(row.rev, fields);
    const last = result.status === 'conflict' ? await screen.save(result.current.rev, fields) : result;
    if (last.status === 'error') toast({ kind: 'alarm', text: `${t('screens:failed')} ${t(`errors:${failureOf(last.error).code}`)}` });
  };

  const { incoming, pulling } = usePulling(draft, inSight, canvas, put);
  const hanging = incoming && faces.get(incoming.button.activity_id ?? '');
  return (
    <div
      className={`screen editor min-[1101px]:flex min-[1101px]:min-h-0 min-[1101px]:flex-1 min-[1101px]:flex-col ${sheet ? 'phone:pb-[46dvh]' : ''}`}
    >
      <Head
        context={context}
        links={stores.links}
        store={screen}
        row={row}
        canWrite={canWrite}
        onPublish={() => void publish()}
        publishing={publishing}
        onConflict={() => setChoosing(true)}
      />
      <div className={`${BODY} ${canWrite ? 'grid-cols-[216px_minmax(0,1fr)_288px]' : 'read-only grid-cols-[minmax(0,1fr)_288px]'}`}>
        {canWrite ? (
          <Palette
            draft={draft}
            activities={catalogue}
            pulling={pulling}
            onNew={() => {
              setShown({ what: 'activity', id: null });
              openSheet();
            }}
          />
        ) : null}
        <div className={MIDDLE}>
          {canWrite ? (
            <div className="flex items-center gap-1">
              <IconButton icon={Undo2} size="sm" label={t('screens:undo_step')} isDisabled={!steps.undo} onPress={undo} />
              <IconButton icon={Redo2} size="sm" label={t('screens:redo_step')} isDisabled={!steps.redo} onPress={redo} />
              <span className="spacer" />
              <Button
                size="sm"
                variant="ghost"
                icon={SlidersHorizontal}
                onPress={() => {
                  select(null);
                  openSheet();
                }}
              >
                {t('screens:settings.label')}
              </Button>
            </div>
          ) : (
            <p className="note">{t(row.archived_at === null ? 'screens:read_only' : 'screens:read_archived')}</p>
          )}
          <Problems draft={draft} problems={problems} nameOf={nameOf} onOpen={open} />
          {draft.pages ? (
            <Boundary instead={null}>
              <PageTabs draft={draft} page={inSight} canWrite={canWrite} onTurn={turnTo} onChange={change} />
            </Boundary>
          ) : null}
          {draft.buttons.length === 0 && canWrite ? (
            <EmptyState scene="later" title={t('screens:grid.empty_title')}>
              {t('screens:grid.empty_text')}
            </EmptyState>
          ) : null}
          <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 @min-[900px]:grid-cols-[minmax(0,1fr)_334px]">
            <Canvas
              handle={canvas}
              draft={draft}
              page={inSight}
              faces={faces}
              problems={problems}
              selected={selected}
              incoming={incoming}
              canWrite={canWrite}
              onSelect={(id, touched) => {
                select(id);
                if (touched) openSheet();
              }}
              onOpen={open}
              onChange={change}
              onRemove={remove}
              onSay={say}
            />
            <Boundary waiting={<div className="flex flex-wrap items-start gap-y-4 gap-x-5 min-h-64.5" />}>
              <Previews draft={draft} page={inSight} faces={faces} name={row.name} />
            </Boundary>
          </div>
          {draft.pages ? (
            <Boundary instead={null}>
              <PrintedPages draft={draft} faces={faces} />
            </Boundary>
          ) : null}
          <div role="status" className="vh">
            {said}
          </div>
        </div>
        <aside
          className={`grid grid-cols-1 content-start gap-5 p-4 outline-0 min-[1101px]:overflow-auto min-[1101px]:min-h-0 min-[1101px]:content-start min-[1101px]:border-l min-[1101px]:border-l-line max-[1101px]:border-l max-[1101px]:border-l-line max-[761px]:border-t max-[761px]:border-t-line max-[761px]:border-l-0 phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-30 phone:max-h-[46dvh] phone:gap-3 phone:overflow-auto phone:overscroll-contain phone:rounded-t-3 phone:bg-raised phone:pt-0 phone:pb-[max(16px,env(safe-area-inset-bottom))] phone:shadow-3 ${sheet ? 'phone:animate-sheet' : 'phone:hidden'}`}
          ref={side}
          tabIndex={-1}
          aria-label={t('screens:properties.side')}
        >
          {/* The grip of the sheet: pressed, or pulled down. */}
          <button
            type="button"
            className="sticky top-0 z-1 -mx-4 -mb-3 hidden h-11 touch-none place-items-center bg-raised focus-visible:shadow-inside phone:grid"
            aria-label={t('ui:close')}
            onClick={closeSheet}
            onPointerDown={({ clientY }) => {
              grip.current = clientY;
            }}
            onPointerMove={({ buttons, clientY }) => {
              if (buttons > 0 && clientY - grip.current > PULLED) closeSheet();
            }}
          >
            <span className="h-1 w-10 rounded-pill bg-line-control" />
          </button>
          <Boundary waiting={<Skeleton width={160} height={16} />}>
            <Side
              context={context}
              deps={deps}
              row={row}
              draft={draft}
              button={button}
              shown={shown}
              faces={faces}
              catalogue={catalogue}
              activities={activities}
              machines={machines}
              problems={problems.get(selected ?? '') ?? []}
              canWrite={canWrite}
              onShow={setShown}
              onChange={change}
              onRemove={remove}
              onDuplicate={copy}
              onTurn={setPage}
              latest={() => screen.$draft.get()}
              onMachine={(id: string | null) => void setFields({ machine_id: id })}
              onMethod={(method) => void setFields({ method })}
              onMade={(made: Activity) =>
                put(newButton(screen.$draft.get() ?? draft, made.kind === 'count' ? 'plus' : 'activity', made.id, inSight))
              }
            />
          </Boundary>
        </aside>
      </div>
      {incoming ? (
        <div
          className="fixed z-40 flex items-center gap-2 pt-1 pr-2.5 pb-1 pl-1 rounded-2 bg-raised shadow-2 pointer-events-none [transform:translate(8px,8px)]"
          style={{ left: incoming.x, top: incoming.y }}
          aria-hidden="true"
        >
          {hanging ? <ActivityMark of={hanging} /> : null}
          {labelOf(incoming.button, hanging || undefined, t)}
        </div>
      ) : null}
      {conflict && choosing ? (
        <Boundary instead={null} onFailure={() => setChoosing(false)}>
          <ConflictDialog
            fields={[
              {
                key: 'draft',
                label: t('screens:conflict.draft'),
                theirs: summary(conflict.draft, draft),
                mine: summary(draft, conflict.draft),
              },
            ]}
            onSave={(mine) => screen.decide(mine.length > 0 ? 'mine' : 'theirs')}
            onDrop={() => screen.decide('theirs')}
            onClose={() => setChoosing(false)}
          />
        </Boundary>
      ) : null}
    </div>
  );

  /** A draft by what it has other than the other one. */
  function summary(yours: Definition, other: Definition): string {
    const differing = differingButtons(yours, other)
      .flatMap((id) => buttonOf(yours, id) ?? [])
      .map(nameOf);
    const count = t('screens:conflict.buttons', { count: yours.buttons.length });
    return differing.length > 0 ? `${count}: ${differing.slice(0, 6).join(', ')}${differing.length > 6 ? '…' : ''}` : count;
  }
}

/** Pulling something out of the palette over the grid. */
function usePulling(
  draft: Definition,
  page: string,
  canvas: { current: CanvasHandle | null },
  put: (button: Unplaced, at?: Pick<GridRectangle, 'x' | 'y'>) => void,
): { incoming: { button: Unplaced; at: Pick<GridRectangle, 'x' | 'y'> | null; x: number; y: number } | null; pulling: Pulling } {
  const [incoming, setIncoming] = useState<{ button: Unplaced; at: Pick<GridRectangle, 'x' | 'y'> | null; x: number; y: number } | null>(
    null,
  );
  const pressed = useRef<{ pointer: number; x: number; y: number; kind: ButtonKind; activity: string | null } | null>(null);
  const pulled = useRef(false);
  return {
    incoming,
    pulling: {
      begin(event: PointerEvent<HTMLElement>, kind, activity) {
        pulled.current = false;
        // A finger scrolls the palette; it puts buttons on the panel by pressing them.
        if (event.button !== 0 || event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, kind, activity };
      },
      move({ pointerId, clientX: x, clientY: y }) {
        const from = pressed.current;
        if (!from || from.pointer !== pointerId) return;
        if (!pulled.current && Math.hypot(x - from.x, y - from.y) <= STILL) return;
        pulled.current = true;
        const button = newButton(draft, from.kind, from.activity, page);
        setIncoming({ button, at: canvas.current?.cellAt(x, y, button) ?? null, x, y });
      },
      end() {
        pressed.current = null;
        setIncoming(null);
        if (incoming?.at) put(incoming.button, incoming.at);
      },
      cancel() {
        pressed.current = null;
        setIncoming(null);
      },
      add(kind, activity) {
        // The press that ends a pull is no press.
        if (pulled.current) {
          pulled.current = false;
          return;
        }
        put(newButton(draft, kind, activity, page));
      },
    },
  };
}

/** Why the panel could not be published or saved: each leads to its button. */
function Problems({
  draft,
  problems,
  nameOf,
  onOpen,
}: {
  draft: Definition;
  problems: ReturnType<typeof problemsByButton>;
  nameOf: (button: PanelButton) => string;
  onOpen: (id: string) => void;
}) {
  const t = useT();
  return (
    <div role="alert">
      {problems.size > 0 ? (
        <div className="note alarm">
          <StatusLamp kind="alarm" />
          <ul className="grid min-w-0 justify-items-start gap-2">
            {[...problems].map(([id, found]) => {
              const button = buttonOf(draft, id);
              const text = found.map(({ code }) => t(`screens:problem.${code as 'overlap'}`)).join(' ');
              if (id !== '' && !button) return null;
              return (
                <li key={id}>
                  {button ? (
                    <>
                      <button type="button" className="link" onClick={() => onOpen(id)}>
                        {nameOf(button)}
                      </button>{' '}
                    </>
                  ) : null}
                  {text}
                </li>
              );
            })}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
