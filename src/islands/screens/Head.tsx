import { useStore } from '@nanostores/react';
import { Pencil, Timer } from 'lucide-react';
import { useState } from 'react';
import type { LinksStore } from '../../lib/client/links/links.store.ts';
import type { ScreenStore } from '../../lib/client/screens/screen.store.ts';
import type { Screen } from '../../lib/contract/screens.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Links } from '../links/Links.tsx';
import { useCrumbs } from '../shell/crumbs.ts';
import { placeLink } from '../shell/place-address.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { nameLook, PageHead } from '../ui/PageHead.tsx';
import { QrButton } from '../ui/QrButton.tsx';
import { Tag } from '../ui/Tag.tsx';
import { Saved } from './Saved.tsx';

const Naming = part(() => import('./Naming.tsx'));

interface HeadProps {
  context: PageContext;
  links: LinksStore;
  store: ScreenStore;
  row: Screen;
  canWrite: boolean;
  onPublish: () => void;
  publishing: boolean;
  onConflict: () => void;
}

/** Which screen it is, how far it is published, and the way to capture with it. */
export function Head({ context, links, store, row, canWrite, onPublish, publishing, onConflict }: HeadProps) {
  const t = useT();
  const locale = useLocale();
  const [naming, setNaming] = useState(false);
  const saving = useStore(store.$saving);
  const mayCapture = row.version !== null && context.can('tm:capture', row.workspace_id);
  const changed = row.version !== null && (row.has_changes || saving.status !== 'saved');
  const crumbs = useCrumbs(context, row.workspace_id, { text: t('screens:title'), href: href('/tm/screens', null, locale) });
  return (
    <PageHead
      crumbs={crumbs}
      links={<Links store={links} entity="screens" id={row.id} />}
      title={
        naming ? (
          <>
            <span className="vh">{row.name}</span>
            <Boundary waiting={<span aria-hidden="true">{row.name}</span>} instead={null} onFailure={() => setNaming(false)}>
              <Naming store={store} row={row} onClose={() => setNaming(false)} />
            </Boundary>
          </>
        ) : canWrite ? (
          <button
            type="button"
            className="-ml-1 inline-flex align-top max-w-[calc(100%+4px)] items-center gap-2 rounded-1 px-1 wrap-anywhere hover:bg-hover focus-visible:shadow-inside pointer-coarse:min-h-9"
            aria-label={t('screens:rename', { name: row.name })}
            onPointerEnter={Naming.preload}
            onFocus={Naming.preload}
            onClick={() => setNaming(true)}
          >
            <span className={`min-w-0 slim:text-left ${nameLook(row.name)}`}>{row.name}</span>
            <Icon of={Pencil} size={14} className="text-ink-3" />
          </button>
        ) : (
          row.name
        )
      }
      status={
        <>
          {/* A phone shows both above each other beside three buttons: next to each other the version is cut. */}
          <span className="contents slim:in-[.page-head:has(.btn+.btn+.btn)]:not-has-[button]:grid gap-y-0.5 slim:justify-items-start slim:leading-4">
            {canWrite ? <Saved store={store} onConflict={onConflict} /> : null}
            <Tag>
              {row.version === null
                ? t('screens:version.none')
                : `${t('screens:version.number', { number: row.version })}${changed ? ` · ${t('screens:version.changes')}` : ''}`}
            </Tag>
          </span>
          <span className="soft">{t(`screens:method.${row.method}`)}</span>
        </>
      }
      actions={
        <>
          {mayCapture ? (
            <QrButton
              name={row.name}
              address={() =>
                placeLink(`${href('/tm/screens/{id}', { id: row.id }, locale)}#capture`, context.organization, row.workspace_id)
              }
            />
          ) : null}
          {mayCapture ? (
            <ButtonLink icon={Timer} href="#capture" variant={changed && canWrite ? 'default' : 'primary'}>
              {t('screens:capture')}
            </ButtonLink>
          ) : null}
          {canWrite ? (
            <Button variant={mayCapture && !changed ? 'default' : 'primary'} isPending={publishing} onPress={onPublish}>
              {t('screens:publish')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
