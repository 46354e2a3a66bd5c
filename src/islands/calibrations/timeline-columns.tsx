import { Ellipsis, FileText, Paperclip, Replace, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { createCalibrationActs, otherCalibration } from '../../lib/client/calibrations/calibrations.store.ts';
import { browserUpload } from '../../lib/client/files/upload-browser.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { FILES_UNDO_DAYS } from '../../lib/constants.ts';
import type { Calibration } from '../../lib/contract/calibrations.ts';
import type { StoredFile } from '../../lib/contract/files.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { fileAddress, freshToken } from '../files/address.ts';
import { useMedia } from '../shell/hooks.ts';
import { Button } from '../ui/Button.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { failureOf } from '../ui/problem.ts';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useCalibrationWords } from './calibration-words.ts';
import { DueStatus, useDay } from './DueStatus.tsx';

interface Timeline {
  deps: StoreDeps;
  onChanged: () => Promise<void>;
  canWrite: boolean;
}

const ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp';

/** Columns of a channel's calibrations. */
export function useTimeline({ deps, onChanged, canWrite }: Timeline): readonly TableColumn<Calibration>[] {
  const t = useT();
  const format = useFormat();
  const words = useCalibrationWords();
  const folded = useMedia('(max-width: 1199px)');
  return useMemo(() => {
    const by = (who: string | null, at: string) => [who ?? t('calibrations:service'), format.dateTime(at, 'minute')].join(', ');
    const standing = (row: Calibration): ReactNode =>
      row.revoked_at === null ? (
        row.due === null ? (
          <Status kind={row.to === null ? 'paused' : 'offline'}>
            {t(row.to === null ? 'calibrations:later' : 'calibrations:replaced')}
          </Status>
        ) : (
          <DueStatus state={row.due} />
        )
      ) : (
        <span className="row flex-wrap gap-x-1.5 gap-y-0">
          <Tag>{t('calibrations:revoked')}</Tag> <small className="muted whitespace-normal">{by(row.revoked_by, row.revoked_at)}</small>
        </span>
      );
    const what: TableColumn<Calibration> = {
      id: 'what',
      name: t('calibrations:column.what'),
      cell: (row) => (
        <span className="grid gap-0.5 py-1">
          <span className="row flex-wrap gap-x-2 gap-y-0">
            <span className="med">{row.channel_name}</span>
            <span className="whitespace-normal">{words.what(row)}</span>
          </span>
          {words.points(row).map((point) => (
            <small key={point} className="soft">
              {point}
            </small>
          ))}
          {folded ? (
            <>
              {standing(row)}
              <small className="soft whitespace-normal">{words.time(row)}</small>
              <Certificate deps={deps} row={row} onChanged={onChanged} canWrite={canWrite} />
            </>
          ) : null}
          {row.note === null ? null : <small className="soft wrap-anywhere whitespace-pre-wrap">{row.note}</small>}
          <small className="muted whitespace-normal">{by(row.created_by, row.created_at)}</small>
          {row.waits ? <small className="soft">{t('calibrations:waits')}</small> : null}
          {row.settled_to === null ? null : (
            <small className="soft whitespace-normal">
              {t('calibrations:settled', { time: format.dateTime(row.settled_to, 'minute') })}
            </small>
          )}
        </span>
      ),
      skeleton: [160, 120],
    };
    const time: TableColumn<Calibration> = {
      id: 'from',
      name: t('calibrations:column.time'),
      width: 280,
      cell: (row) => (
        <span className="grid gap-0.5 py-1">
          <span className="whitespace-normal">{words.time(row)}</span>
          {standing(row)}
        </span>
      ),
      skeleton: [180, 60],
    };
    const certificate: TableColumn<Calibration> = {
      id: 'certificate',
      name: t('calibrations:column.certificate'),
      width: 320,
      cell: (row) => <Certificate deps={deps} row={row} onChanged={onChanged} canWrite={canWrite} />,
      skeleton: [140, 100],
    };
    const act: TableColumn<Calibration> = {
      id: 'act',
      name: t('calibrations:column.act'),
      header: '',
      width: folded ? 148 : 150,
      end: true,
      cell: (row) => <Turn deps={deps} row={row} onChanged={onChanged} />,
      skeleton: [],
    };
    return [what, ...(folded ? [] : [time, certificate]), ...(canWrite ? [act] : [])];
  }, [t, format, words, deps, onChanged, canWrite, folded]);
}

type CertificateFile = Calibration['files'][number];

/** What the certificate says, and its files: more can be added, and each can be replaced or taken away. */
function Certificate({ deps, row, onChanged, canWrite }: Timeline & { row: Calibration }) {
  const t = useT();
  const day = useDay();
  const input = useRef<HTMLInputElement>(null);
  /** In whose place the next chosen file comes; null = it comes beside the others. */
  const replaced = useRef<CertificateFile | null>(null);
  const { attach, setAway } = createCalibrationActs(deps, browserUpload);
  const choose = (old: CertificateFile | null) => {
    replaced.current = old;
    input.current?.click();
  };
  const why = (error: unknown) => t(`errors:${failureOf(error).code}`);
  const failed = (name: string) => (error: unknown) => toast({ kind: 'alarm', text: `${name}: ${why(error)}` });
  const changed = async (...work: (() => Promise<unknown>)[]) => {
    for (const one of work) await one();
    await onChanged();
  };
  const add = async (file: File | undefined) => {
    if (!file) return;
    const old = replaced.current;
    let made: StoredFile;
    try {
      made = await attach(row, file);
    } catch (error) {
      toast({ kind: 'alarm', text: t('calibrations:file_failed', { name: file.name, why: why(error) }) });
      return;
    }
    if (old)
      await setAway(old, true).then(
        (gone) =>
          toast({
            text: t('calibrations:file_replaced', { name: made.name, old: old.name }),
            action: {
              text: t('calibrations:undo'),
              run: () =>
                void changed(
                  () => setAway(gone, false),
                  () => setAway(made, true),
                ).catch(failed(old.name)),
            },
          }),
        (error) => {
          const names = { name: made.name, old: old.name };
          toast({
            kind: 'alarm',
            // What the code says elsewhere asks to add the new one, which is done.
            text:
              failureOf(error).code === 'file_signed'
                ? t('calibrations:file_kept_signed', names)
                : t('calibrations:file_kept', { ...names, why: why(error) }),
          });
        },
      );
    await onChanged();
  };
  const takeAway = async (file: CertificateFile) => {
    try {
      const gone = await setAway(file, true);
      await onChanged();
      toast({
        text: t('files:taken_away', { name: file.name, count: FILES_UNDO_DAYS }),
        action: { text: t('files:undo'), run: () => void changed(() => setAway(gone, false)).catch(failed(file.name)) },
      });
    } catch (error) {
      failed(file.name)(error);
    }
  };
  const facts = [
    row.certificate === null ? null : t('calibrations:certificate', { number: row.certificate }),
    row.calibrated_on === null ? null : t('calibrations:calibrated_on', { day: day(row.calibrated_on) }),
    row.due_on === null ? null : t('calibrations:due_on', { day: day(row.due_on) }),
    row.uncertainty === null ? null : t('calibrations:uncertainty', { value: row.uncertainty }),
  ].filter((fact) => fact !== null);
  const mayAdd = canWrite && row.revoked_at === null;
  return (
    <span className="grid gap-0.5 py-1 whitespace-normal">
      <span>{row.laboratory}</span>
      {facts.map((fact) => (
        <small key={fact} className="soft">
          {fact}
        </small>
      ))}
      {row.files.map((file) => (
        <span key={file.id} className="flex min-w-0 items-center gap-x-1">
          <FileLink organization={deps.organization} {...file} />
          {canWrite ? (
            <span className="flex-none print:hidden">
              <Menu
                placement="bottom end"
                label={t('files:more', { name: file.name })}
                trigger={<IconButton icon={Ellipsis} size="sm" label={t('files:more', { name: file.name })} />}
              >
                {mayAdd ? (
                  <MenuItem id="replace" icon={Replace} onAction={() => choose(file)}>
                    {t('calibrations:replace_file')}
                  </MenuItem>
                ) : null}
                <MenuItem id="take-away" icon={Trash2} danger onAction={() => void takeAway(file)}>
                  {t('files:take_away')}
                </MenuItem>
              </Menu>
            </span>
          ) : null}
        </span>
      ))}
      {mayAdd ? (
        <span className="print:hidden">
          <input
            ref={input}
            type="file"
            className="hidden"
            tabIndex={-1}
            aria-hidden="true"
            accept={ACCEPT}
            onChange={(event) => {
              void add(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Button
            size="sm"
            icon={Paperclip}
            aria-label={t('calibrations:add_file_name', { name: row.channel_name })}
            onPress={() => choose(null)}
          >
            {t('calibrations:add_file')}
          </Button>
        </span>
      ) : null}
    </span>
  );
}

/** Opens the file, or saves it where the browser doesn't show it. */
function FileLink({ organization, id, name }: { organization: string; id: string; name: string }) {
  const address = fileAddress(organization, id, { size: 'original' });
  const open = async () => {
    // Opened within the press: a window that comes later is taken for an advertisement.
    const opened = window.open('', '_blank');
    if (opened) opened.opener = null;
    await freshToken(address);
    if (opened) opened.location.href = address;
    else location.assign(address);
  };
  return (
    <button type="button" className="link row max-w-full gap-x-1 justify-self-start text-left" title={name} onClick={() => void open()}>
      <Icon of={FileText} size={14} />
      {/* A finger has no title to read the rest from, and names of certificates differ at their end. */}
      <span className="truncate slim:wrap-anywhere slim:whitespace-normal">{name}</span>
    </button>
  );
}

function Turn({ deps, row, onChanged }: { deps: StoreDeps; row: Calibration; onChanged: () => Promise<void> }) {
  const t = useT();
  const { what, time } = useCalibrationWords();
  const name = `${row.channel_name}, ${what(row)}, ${time(row)}`;
  const isRevoked = row.revoked_at !== null;
  const turn = async (one: Calibration, revoked: boolean) => {
    try {
      const turned = await createCalibrationActs(deps, browserUpload).turn(one, revoked);
      await onChanged();
      toast({
        text: t(revoked ? 'calibrations:taken_back' : 'calibrations:restored', { what: what(one), name: one.channel_name }),
        action: { text: t('calibrations:undo'), run: () => void turn(turned, !revoked) },
      });
    } catch (error) {
      const other = otherCalibration(error);
      toast({
        kind: 'alarm',
        text: other
          ? t('calibrations:form.other', { what: what(other), time: time(other), laboratory: other.laboratory })
          : t(`errors:${failureOf(error).code}`),
      });
    }
  };
  return (
    <Button
      size="sm"
      {...(isRevoked ? {} : { icon: Undo2 })}
      aria-label={t(isRevoked ? 'calibrations:restore_name' : 'calibrations:take_back_name', { name })}
      onPress={() => void turn(row, !isRevoked)}
    >
      {t(isRevoked ? 'calibrations:restore' : 'calibrations:take_back')}
    </Button>
  );
}
