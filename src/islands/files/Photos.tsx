import { useRef, useState } from 'react';
import type { StoredFile } from '../../lib/contract/files.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Tag } from '../ui/Tag.tsx';
import { fileAddress } from './address.ts';
import { type FileActions, FileMenu } from './FileMenu.tsx';
import { Picture } from './Picture.tsx';
import { Rename } from './Rename.tsx';

const Lightbox = part(() => import('./Lightbox.tsx'));

interface PhotosProps {
  rows: readonly StoredFile[];
  organization: string;
  actions: FileActions;
  /** Id of the one that stands for the row. */
  cover: string | null;
  momentOf: ((file: StoredFile) => string | null) | undefined;
}

/** Photos as a grid; one press shows a photo large. */
export function Photos({ rows, organization, actions, cover, momentOf }: PhotosProps) {
  const [shown, setShown] = useState<string | null>(null);
  const grid = useRef<HTMLUListElement>(null);
  const close = (last: string) => {
    setShown(null);
    // Where the person went on to, not where he began.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-photo="${last}"]`)?.focus());
  };
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(168px,1fr))] gap-4 slim:grid-cols-2 slim:gap-3" ref={grid}>
        {rows.map((row) => (
          <Photo
            key={row.id}
            row={row}
            organization={organization}
            actions={actions}
            isCover={row.id === cover}
            moment={momentOf?.(row) ?? null}
            onShow={() => setShown(row.id)}
          />
        ))}
      </ul>
      {shown !== null ? (
        <Boundary instead={null} onFailure={() => setShown(null)}>
          <Lightbox
            rows={rows}
            organization={organization}
            actions={actions}
            shown={shown}
            onShow={setShown}
            onClose={() => close(shown)}
          />
        </Boundary>
      ) : null}
    </>
  );
}

interface PhotoProps {
  row: StoredFile;
  organization: string;
  actions: FileActions;
  isCover: boolean;
  moment: string | null;
  onShow: () => void;
}

function Photo({ row, organization, actions, isCover, moment, onShow }: PhotoProps) {
  const t = useT();
  const format = useFormat();
  const [renaming, setRenaming] = useState(false);
  return (
    <li className="relative min-w-0">
      <button
        type="button"
        className="photo grid aspect-4/3 w-full cursor-zoom-in place-items-center overflow-hidden rounded-2 border border-line bg-sunken text-ink-3 focus-visible:shadow-focus [&>img]:size-full [&>img]:object-cover"
        data-photo={row.id}
        aria-haspopup="dialog"
        aria-label={t('files:open_name', { name: row.name })}
        onClick={onShow}
      >
        <Picture src={fileAddress(organization, row.id, { size: 'thumb' })} alt="" />
      </button>
      {isCover ? (
        <span className="[&>.tag]:bg-surface absolute top-2 left-2 pointer-events-none">
          <Tag>{t('files:cover.chosen')}</Tag>
        </span>
      ) : null}
      <div className="flex items-start justify-between gap-1 pt-1">
        {renaming ? (
          <Rename row={row} actions={actions} onDone={() => setRenaming(false)} />
        ) : (
          <span className="two">
            <span className="one-line" title={row.name}>
              {row.name}
            </span>
            <small>{moment ?? format.date(row.created_at)}</small>
          </span>
        )}
        <FileMenu row={row} actions={actions} isCover={isCover} onRename={() => setRenaming(true)} />
      </div>
    </li>
  );
}
