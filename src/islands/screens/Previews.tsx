import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import type { Definition, Reference } from '../../lib/contract/screens.ts';
import { rowsOf } from '../../lib/domain/screens/screen-grid.ts';
import { buttonsOf, pagesOf } from '../../lib/domain/screens/screen-pages.ts';
import {
  foldedTabs,
  LEAST_BUTTON,
  PANEL_DEVICES,
  PANELS,
  type PanelDevice,
  rowsShown,
  TAB,
  tooSmall,
} from '../../lib/domain/screens/screen-panel.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { categoryStyle } from '../ui/category-style.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Faces } from './editor.ts';
import { pageName, spokenOf } from './faces.ts';
import { PanelFace } from './PanelFace.tsx';

/** Heights of the drawings, pixels: the tablet's is as wide as the narrowest phone has room for. */
const HEIGHT = '[--tall:232] max-[381px]:[--tall:200]';
const NAMED = 4;
const TABLET = 'grid-rows-[52px_minmax(0,1fr)_72px] gap-x-4 gap-y-2.5 px-4 pb-4';
const PHONE = 'grid-rows-[44px_minmax(0,1fr)_auto_64px] gap-1.5 px-2 pb-2';
/** What capture always shows below the grid. */
const FOOT = ['undo', 'note', 'stop'] as const;

/** The panel as large as on a tablet and on a phone, and which of its buttons would be too small for a finger. */
export default function Previews({ draft, page, faces, name }: { draft: Definition; page: string; faces: Faces; name: string }) {
  const t = useT();
  return (
    <section className="print:hidden flex flex-wrap items-start gap-y-4 gap-x-5 min-h-64.5" aria-label={t('screens:preview.label')}>
      {PANEL_DEVICES.map((device) => (
        <Preview key={device} device={device} draft={draft} page={page} faces={faces} name={name} />
      ))}
    </section>
  );
}

interface PreviewProps {
  device: PanelDevice;
  draft: Definition;
  page: string;
  faces: Faces;
  name: string;
}

function Preview({ device, draft, page, faces, name }: PreviewProps) {
  const t = useT();
  const { width, height, grid } = PANELS[device];
  const buttons = buttonsOf(draft, page);
  const pages = pagesOf(draft);
  const rows = Math.max(1, rowsOf(buttons));
  const mostRows = Math.max(...pages.map(({ id }) => rowsOf(buttonsOf(draft, id))));
  const small = tooSmall(device, draft);
  const names = draft.buttons.filter(({ id }) => small.includes(id)).map((one) => spokenOf(one, faces.get(one.activity_id ?? ''), t));
  const first = buttons.find((one) => one.kind === 'activity');
  const running = faces.get(first?.activity_id ?? '');
  const onTablet = device === 'tablet';
  const layout = {
    gridTemplateColumns: `repeat(${draft.columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(${LEAST_BUTTON}px, 1fr))`,
    gap: grid.gap,
  };
  const tabs = device === 'phone' ? foldedTabs(pages.length) : pages.length;
  return (
    <figure className="grid grid-cols-1 gap-1.5 max-w-full last:flex-[1_1_200px]">
      <figcaption className="flex gap-2 text-11">
        <span className="label">{t(`screens:preview.${device}`)}</span>
        <span className="muted">
          {width} × {height}
        </span>
      </figcaption>
      <div
        className={`${HEIGHT} max-w-full [overflow:auto_hidden] rounded-3 [background:var(--n-950)] [box-shadow:0_0_0_1px_var(--line-2)]`}
        style={{ width: `calc(var(--tall) * ${width / height}px)`, height: 'calc(var(--tall) * 1px)' }}
        aria-hidden="true"
      >
        <div
          className={`dark-mode grid origin-top-left overflow-hidden bg-(--n-950) text-ink ${onTablet ? TABLET : PHONE} ${onTablet ? (draft.hand === 'right' ? 'grid-cols-[680px_minmax(0,1fr)]' : 'grid-cols-[minmax(0,1fr)_680px]') : 'grid-cols-1'}`}
          style={{ width, height, transform: `scale(calc(var(--tall) / ${height}))` }}
        >
          <div className="flex col-span-full items-center py-0 px-4 my-0 -mx-4 border-b border-b-line text-[15px]">
            <b>{name}</b>
          </div>
          <div className={`flex min-h-0 min-w-0 flex-col ${onTablet && draft.hand === 'right' ? 'order-2' : ''}`} style={{ gap: grid.gap }}>
            <div
              className={`relative overflow-hidden rounded-2 bg-surface font-display font-semi before:absolute before:inset-y-0 before:left-0 before:w-2 before:bg-[var(--c,var(--line-2))] ${onTablet ? 'pt-4 pr-4 pb-5 pl-7 text-[32px] leading-[42px]' : 'min-h-0 flex-1 pt-2 pr-3 pb-2.5 pl-5 text-[26px] leading-8'} ${running?.loss ? 'preview-lost' : ''}`}
              style={running ? categoryStyle(running.color) : undefined}
            >
              <b>{running?.name ?? t('screens:preview.nothing')}</b>
              <span className={`block leading-[0.95] font-medium tracking-[-0.045em] ${onTablet ? 'text-[130px]' : 'text-[96px]'}`}>
                5:04
              </span>
            </div>
            <Chips references={draft.references ?? []} height={onTablet ? 64 : 48} gap={grid.gap} />
          </div>
          <div className="grid grid-cols-1 grid-rows-[auto_minmax(0,1fr)] overflow-hidden" style={grid}>
            <div
              className="grid empty:hidden"
              style={{ gridTemplateColumns: `repeat(${tabs}, minmax(0, 1fr))`, gap: grid.gap, marginBottom: grid.gap }}
            >
              {(draft.pages ?? []).map(({ id }) => (
                <span
                  key={id}
                  className={`grid place-items-center overflow-hidden rounded-t-2 border border-b-2 px-1 text-center text-[13px] leading-4 ${id === page ? 'border-line-2 border-b-accent bg-raised' : 'border-line text-ink-2'}`}
                  style={{ height: TAB[device] }}
                >
                  {pageName(draft, id, t)}
                </span>
              ))}
            </div>
            <div className="grid overflow-hidden" style={layout}>
              {buttons.map((button) => (
                <span
                  key={button.id}
                  className={`min-h-0 min-w-0 ${small.includes(button.id) ? '*:outline-3 *:-outline-offset-3 *:outline-late' : ''}`}
                  style={{ gridColumn: `${button.x + 1} / span ${button.w}`, gridRow: `${button.y + 1} / span ${button.h}` }}
                >
                  <PanelFace button={button} face={faces.get(button.activity_id ?? '')} lanes={draft.lanes} />
                </span>
              ))}
            </div>
          </div>
          <div className="grid col-span-full grid-cols-[2fr_1fr_1fr] gap-2 order-3 text-[15px] font-semi">
            {FOOT.map((kind) => (
              <span
                className="grid place-items-center border border-line rounded-2 bg-raised last:border-alarm last:text-alarm-text"
                key={kind}
              >
                {t(`screens:kind.${kind}`)}
              </span>
            ))}
          </div>
        </div>
      </div>
      <div role="status" className="empty:hidden grid gap-1.5 max-w-95">
        {names.length > 0 ? (
          <p className="note late">
            <Icon of={TriangleAlert} size={14} />
            <span>
              {t('screens:preview.small', { count: names.length, least: LEAST_BUTTON })}{' '}
              <small>
                {names.slice(0, NAMED).join(', ')}
                {names.length > NAMED ? '…' : ''}
              </small>
            </span>
          </p>
        ) : null}
        {mostRows > rowsShown(device, pages.length) ? (
          <p className="note late">
            <Icon of={TriangleAlert} size={14} />
            <span>{t('screens:preview.scrolls', { count: rowsShown(device, pages.length) })}</span>
          </p>
        ) : null}
      </div>
    </figure>
  );
}

/** What the panel asks for beside the activity, and what it offers: one row, as long as there is room. */
function Chips({ references, height, gap }: { references: readonly Reference[]; height: number; gap: number }) {
  const t = useT();
  if (references.length === 0) return null;
  return (
    <div className="flex flex-none overflow-hidden text-[15px] leading-5 whitespace-nowrap" style={{ height, gap }}>
      {references.map(({ field, values }) => (
        <Fragment key={field}>
          <span className="grid min-w-24 flex-none content-center rounded-2 border border-line-2 bg-raised px-3.5">
            <small className="text-12 leading-4 text-ink-3">{t(`screens:references.${field}`)}</small>
            <b className="font-medium text-ink-2">–</b>
          </span>
          {values.map((value) => (
            <span key={value} className="grid flex-none content-center rounded-2 border border-line bg-surface px-3.5">
              {value}
            </span>
          ))}
        </Fragment>
      ))}
    </div>
  );
}
