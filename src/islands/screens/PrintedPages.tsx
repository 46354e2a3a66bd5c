import type { Definition } from '../../lib/contract/screens.ts';
import { buttonsOf, pagesOf } from '../../lib/domain/screens/screen-pages.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { Faces } from './editor.ts';
import { pageName } from './faces.ts';
import { PanelFace } from './PanelFace.tsx';

/** All pages of a panel under their names, on paper only: there is no tab to press. */
export default function PrintedPages({ draft, faces }: { draft: Definition; faces: Faces }) {
  const t = useT();
  return (
    <div className="hidden gap-4 print:grid">
      {pagesOf(draft).map(({ id }) => (
        <section className="grid break-inside-avoid gap-2" key={id}>
          <h2 className="h2">{pageName(draft, id, t)}</h2>
          <div
            className="grid auto-rows-[62px] gap-2 rounded-3 border border-line p-2.5"
            style={{ gridTemplateColumns: `repeat(${draft.columns}, minmax(0, 1fr))` }}
          >
            {buttonsOf(draft, id).map((button) => (
              <div
                key={button.id}
                style={{ gridColumn: `${button.x + 1} / span ${button.w}`, gridRow: `${button.y + 1} / span ${button.h}` }}
              >
                <PanelFace button={button} face={faces.get(button.activity_id ?? '')} lanes={draft.lanes} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
