import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiErrorCode } from '../../lib/client/kernel/api.ts';
import { useFormat } from '../../lib/i18n/react.tsx';
import { Boundary } from './Boundary.tsx';
import { Button } from './Button.tsx';
import { opensDialog } from './Dialog.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import type { Late } from './late.ts';
import { PageHead, type PageHeadProps } from './PageHead.tsx';
import { LinesWaiting } from './Skeleton.tsx';

interface Words {
  title: string;
  /** On the button that makes one. */
  create: string;
  /** Of the list, for who doesn't see that it is one. */
  list: string;
  empty: { title: string; text: string };
}

type State<R> = { status: 'loading' } | { status: 'ready'; data: { items: readonly R[] } } | { status: 'error'; code: ApiErrorCode };

/** What a row needs in order to be changed. */
export interface Editing {
  onEdit: () => void;
  /** Loads the form before it is opened. */
  edit: ReturnType<typeof opensDialog>;
}

type Crumbs = Pick<PageHeadProps, 'crumbs'>;

/** The page of a few things that each take several lines, such as plans: no table, no filters, one form that makes and changes them. */
export function ShortList<R extends { id: string }>({
  words,
  crumbs = [],
  state,
  retry,
  mayCreate,
  form,
  here = (own) => own,
  note,
  row,
  dialog,
}: {
  words: Words;
  state: State<R>;
  retry: () => void;
  mayCreate: boolean;
  /** The script of the dialog. */
  form: Pick<Late<unknown>, 'preload'>;
  /** Stands around what an empty list says; `create` is in there. */
  here?: (own: ReactNode, create: ReactNode) => ReactNode;
  /** Stands above the rows. */
  note?: ReactNode;
  row: (one: R, editing: Editing) => ReactNode;
  /** @param edited null for a new one */
  dialog: (edited: R | null, onClose: () => void) => ReactNode;
} & Crumbs) {
  const format = useFormat();
  const [edited, setEdited] = useState<R | 'new' | null>(null);
  const edit = opensDialog(form);
  const close = () => setEdited(null);
  const items = state.status === 'ready' ? state.data.items : [];
  const isEmpty = state.status === 'ready' && items.length === 0;
  const create = mayCreate ? (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')} {...edit}>
      {words.create}
    </Button>
  ) : null;
  return (
    <div className="screen">
      <PageHead
        crumbs={crumbs}
        title={words.title}
        {...(items.length > 0 ? { note: format.number(items.length) } : {})}
        actions={isEmpty ? null : create}
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={retry} />
      ) : state.status === 'loading' ? (
        <LinesWaiting />
      ) : isEmpty ? (
        here(
          <EmptyState title={words.empty.title} actions={create}>
            {words.empty.text}
          </EmptyState>,
          create,
        )
      ) : (
        <div className="block min-h-0 flex-1 overflow-y-auto print:overflow-visible">
          {note}
          <ul aria-label={words.list} className="*:border-b *:border-line">
            {items.map((one) => row(one, { onEdit: () => setEdited(one), edit }))}
          </ul>
        </div>
      )}
      {edited === null ? null : (
        <Boundary instead={null} onFailure={close}>
          {dialog(edited === 'new' ? null : edited, close)}
        </Boundary>
      )}
    </div>
  );
}

/** Shown until the person is known. */
export function ShortListWaiting({ title, crumbs = [] }: { title: string } & Crumbs) {
  return (
    <div className="screen">
      <PageHead crumbs={crumbs} title={title} />
      <LinesWaiting />
    </div>
  );
}
