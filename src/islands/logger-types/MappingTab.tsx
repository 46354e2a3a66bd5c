import { useStore } from '@nanostores/react';
import { FlaskConical, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RowSaved } from '../../lib/client/kernel/server-rows.ts';
import type { Editor } from '../../lib/client/logger-types/editor.store.ts';
import { type LoggerTypeDetail, TYPE_DECODERS, type TypeSpec, typeSpec } from '../../lib/contract/logger-types.ts';
import { leavesOf } from '../../lib/domain/logger-types/leaves.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { failureOf } from '../ui/problem.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { Channels } from './Channels.tsx';
import type { Stores } from './DetailScreen.tsx';
import { Message } from './Message.tsx';
import { TimeFields } from './TimeFields.tsx';
import { Trial } from './Trial.tsx';
import { Wires } from './Wires.tsx';

/** A draft beside a message and what comes of it. */
export default function MappingTab({
  stores,
  editor,
  row,
  canWrite,
}: {
  stores: Stores;
  editor: Editor;
  row: LoggerTypeDetail;
  canWrite: boolean;
}) {
  const t = useT();
  useStarted(stores.sensors);
  useEffect(() => editor.start(), [editor]);
  useEffect(() => editor.follow(row), [editor, row]);
  const state = useStore(editor.$state);
  const sensors = useStore(stores.sensors.$state);
  const area = useRef<HTMLDivElement>(null);
  const { spec, bench, problem, dirty } = state;
  const { values, restored, set, reset } = useKept(`logger-type-mapping ${row.id}`, { spec: '' });
  // What was edited and not saved comes back with the page; from then on it follows the editor.
  const first = useRef(values.spec);
  const coming = useRef(values.spec !== '');
  useEffect(() => {
    const found = coming.current && canWrite ? typeSpec.safeParse(JSON.parse(first.current)) : null;
    if (found?.success) editor.edit(found.data);
    else coming.current = false;
  }, [editor, canWrite]);
  useEffect(() => {
    const text = dirty ? JSON.stringify(spec) : '';
    if (dirty) coming.current = false;
    if (coming.current || text === values.spec) return;
    if (dirty) set('spec', text);
    else reset();
  });
  const draft = { restored, reset: () => void editor.discard().then(reset) };
  const isMapping = spec.decoder === 'mapping';
  return (
    <div className="grid min-w-0">
      <div className="px-5 slim:px-4">
        <DraftNote form={draft} />
      </div>
      <Bar stores={stores} editor={editor} row={row} canWrite={canWrite} />
      <div
        ref={area}
        className="relative grid min-w-0 grid-cols-[minmax(240px,360px)_40px_minmax(0,1fr)] items-start border-b border-line-2 max-[1025px]:grid-cols-1"
      >
        <Message editor={editor} canWrite={canWrite} />
        <div className="max-[1025px]:hidden" />
        <section className="grid min-w-0 gap-3 py-3 pr-5 max-[1025px]:px-5 slim:px-4" aria-label={t('logger-types:channels.title')}>
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="h2">{t('logger-types:channels.title')}</h2>
            <span className="muted">{spec.channels.length}</span>
            <span className="spacer" />
            {canWrite ? (
              <Segmented
                label={t('logger-types:column.decoder')}
                value={spec.decoder}
                options={TYPE_DECODERS.map((id) => ({ id, label: t(`logger-types:decoder.${id}`) }))}
                onChange={(decoder: TypeSpec['decoder']) =>
                  editor.edit({ decoder, script: decoder === 'javascript' ? (spec.script ?? SCRIPT) : null })
                }
              />
            ) : (
              <Tag>{t(`logger-types:decoder.${spec.decoder}`)}</Tag>
            )}
          </div>
          {problem ? (
            <p className="text-alarm-text" role="alert">
              {t(problem.fields.size > 0 ? 'logger-types:problem' : `errors:${problem.code}`)}
            </p>
          ) : null}
          {spec.decoder === 'javascript' ? (
            <TextArea
              label={t('logger-types:script')}
              hint={t('logger-types:script_hint')}
              value={spec.script ?? ''}
              rows={12}
              mono
              spellCheck={false}
              readOnly={!canWrite}
              onChange={(script) => editor.edit({ script })}
            />
          ) : null}
          {isMapping ? <TimeFields editor={editor} canWrite={canWrite} /> : null}
          <Channels editor={editor} sensors={sensors.status === 'ready' ? sensors.data : []} canWrite={canWrite} />
          {canWrite && isMapping ? <Suggest editor={editor} body={bench?.body ?? null} /> : null}
        </section>
        <Wires area={area} spec={spec} bench={bench} open={state.open} />
      </div>
      <Trial editor={editor} row={row} canWrite={canWrite} />
    </div>
  );
}

const SCRIPT = `function decodeUplink({ bytes, fPort, recvTime }) {
  return { data: { temperature: ((bytes[0] << 8) | bytes[1]) / 10 } };
}
`;

/** Which version this is, and what can be done with the draft. */
function Bar({ stores, editor, row, canWrite }: { stores: Stores; editor: Editor; row: LoggerTypeDetail; canWrite: boolean }) {
  const t = useT();
  const format = useFormat();
  const { dirty, saving } = useStore(editor.$state);
  const [publishing, setPublishing] = useState(false);
  const next = String((row.version ?? 0) + 1);
  const told = (result: RowSaved<LoggerTypeDetail> | null): boolean => {
    if (result === null || result.status === 'saved') return true;
    const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
    toast({ kind: 'alarm', text: t(`errors:${code}`) });
    return false;
  };
  const publish = async () => {
    setPublishing(true);
    try {
      const saved = dirty ? await editor.save() : null;
      if (!told(saved)) return;
      const rev = saved?.status === 'saved' ? saved.row.rev : row.rev;
      if (told(await stores.type.publish(rev))) toast({ text: t('logger-types:published_done', { version: next }) });
    } finally {
      setPublishing(false);
    }
  };
  const isDraft = dirty || row.has_draft;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line-2 bg-surface px-5 py-2 slim:px-4">
      <span className="min-w-0 flex-1 basis-40">
        {isDraft
          ? t(dirty ? 'logger-types:bar.edited' : 'logger-types:bar.draft', { version: next })
          : t('logger-types:bar.published', { version: String(row.version ?? 0), loggers: format.number(row.logger_count) })}
      </span>
      {canWrite && isDraft ? (
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          {dirty || row.published !== null ? (
            <Button variant="ghost" onPress={() => void editor.discard().then(told)}>
              {t('logger-types:discard_draft')}
            </Button>
          ) : null}
          <Button isDisabled={!dirty} isPending={saving} onPress={() => void editor.save().then(told)}>
            {t('logger-types:save_draft')}
          </Button>
          <Button variant="primary" isPending={publishing} onPress={() => void publish()}>
            {t('logger-types:publish', { version: next })}
          </Button>
        </span>
      ) : null}
      {canWrite && !isDraft && row.archived_at === null ? (
        <ButtonLink href="#loggers" variant={row.logger_count === 0 ? 'primary' : 'ghost'}>
          {t('logger-types:bar.assign')}
        </ButtonLink>
      ) : null}
      {isDraft && row.logger_count > 0 ? <p className="soft w-full">{t('logger-types:bar.stay', { count: row.logger_count })}</p> : null}
    </div>
  );
}

/** What of the message has no channel yet. */
function Suggest({ editor, body }: { editor: Editor; body: string | null }) {
  const t = useT();
  const { spec } = useStore(editor.$state);
  const taken = new Set([...spec.channels.map(({ path }) => path), spec.time?.path]);
  const left = numbersOf(body).filter((path) => !taken.has(path));
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={Plus} onPress={() => editor.addPath('')}>
        {t('logger-types:channels.add')}
      </Button>
      {left.length > 0 ? (
        <Button
          size="sm"
          icon={FlaskConical}
          onPress={() => {
            for (const path of left) editor.addPath(path);
            editor.openChannel(null);
          }}
        >
          {t('logger-types:channels.suggest', { count: left.length })}
        </Button>
      ) : null}
    </div>
  );
}

/** Paths of numbers of a message, without those that look like times. */
function numbersOf(body: string | null): string[] {
  try {
    const root: unknown = JSON.parse(body ?? '');
    const first: unknown = Array.isArray(root) ? root[0] : root;
    return leavesOf(first, 60)
      .filter(({ value }) => typeof value === 'number' && Math.abs(value) < 1e9)
      .map(({ path }) => path);
  } catch {
    return [];
  }
}
