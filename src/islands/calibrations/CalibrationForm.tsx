import { useMemo, useState } from 'react';
import { createCalibrationActs, type NewCalibration, otherCalibration } from '../../lib/client/calibrations/calibrations.store.ts';
import { browserUpload } from '../../lib/client/files/upload-browser.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { type Calibration, CURVE_KINDS, type CurveKind, LEAST_POINTS, MOST_POINTS } from '../../lib/contract/calibrations.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useTimeZone } from '../shell/zone.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FileField } from '../ui/form/FileField.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { DateField, DateTimeField } from '../ui/form/MomentField.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { CalibrationPreview, OtherCalibration } from './CalibrationPreview.tsx';
import { useCalibrationWords } from './calibration-words.ts';
import { alike, curveOf, noPoints, type PointRow, withoutPoint } from './curve-form.ts';
import { Points } from './Points.tsx';

await ready('calibrations', 'forms', 'errors');

/** Channels that are calibrated in one go: what it would change is worked out for each. */
const MOST_AT_ONCE = 12;

const GRID = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';
/** Rows of points that are offered first. */
const FIRST_POINTS = 3;
/** Days are written without a zone: as if they were of UTC. */
const dayOf = (moment: string | null): string | null => moment?.slice(0, 10) ?? null;

export type Calibratable = Pick<Channel, 'id' | 'name' | 'kind' | 'display_unit' | 'conversion' | 'decimals'>;

/** Calibrates a channel from a moment on, or several alike, and says before that what it would change. */
export default function CalibrationForm({
  deps,
  channels,
  channel: first,
  from: proposed,
  onDone,
  onClose,
}: {
  deps: StoreDeps;
  /** Those that measure numbers; at least one. */
  channels: readonly Calibratable[];
  /** Chosen before; null = the first. */
  channel?: string | null;
  /** RFC 3339: from when on it is proposed. */
  from: string;
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  const { what } = useCalibrationWords();
  const acts = useMemo(() => createCalibrationActs(deps, browserUpload), [deps]);
  // Sent again after a broken line the same calibrations answer.
  const [ids] = useState(() => new Map<string, string>());
  /** Channels whose calibration is stored, where that of another one was refused. */
  const [done, setDone] = useState<readonly string[]>([]);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [other, setOther] = useState<Calibration | null>(null);
  const form = useForm({
    initial: {
      ...noPoints(),
      channel_id: first ?? channels[0]?.id ?? '',
      also: [] as readonly string[],
      kind: 'offset' as CurveKind,
      from: proposed as string | null,
      offset: null as number | null,
      gain: null as number | null,
      count: FIRST_POINTS,
      laboratory: '',
      certificate: '',
      calibrated_on: null as string | null,
      due_on: null as string | null,
      uncertainty: '',
      note: '',
    },
    rules: {
      channel_id: 'required',
      from: 'required',
      laboratory: 'required|max:200',
      certificate: 'max:100',
      uncertainty: 'max:100',
      note: 'max:1000',
    },
    draft: `new-calibration ${channels[0]?.id}`,
    onSubmit: async (values) => {
      if (asked.length === 0) return;
      const made: Calibration[] = [];
      try {
        for (const one of asked)
          made.push(
            await acts.create({
              ...one.body,
              id: idOf(one.channel.id),
              laboratory: values.laboratory.trim(),
              certificate: values.certificate.trim() || null,
              calibrated_on: dayOf(values.calibrated_on),
              due_on: dayOf(values.due_on),
              uncertainty: values.uncertainty.trim() || null,
              note: values.note.trim() || null,
            }),
          );
      } catch (error) {
        await stored(made);
        const [refused, ...rest] = asked.slice(made.length);
        if (made.length > 0) {
          setDone([...done, ...made.map(({ channel_id: one }) => one)]);
          form.set('channel_id', refused!.channel.id);
          form.set(
            'also',
            rest.map((one) => one.channel.id),
          );
        }
        setOther(otherCalibration(error));
        throw error;
      }
      await stored(made);
      onClose();
    },
  });
  const { kind, channel_id, also, from, count } = form.values;
  const open = channels.filter(({ id }) => !done.includes(id));
  const channel = open.find(({ id }) => id === channel_id) ?? open[0];
  const others = alike(open, channel, kind);
  const picked = others.filter(({ id }) => also.includes(id));
  const unit = channel?.display_unit ? { unit: channel.display_unit } : {};
  const asked = askedNow();

  function idOf(channelId: string): string {
    const id = ids.get(channelId) ?? uuidv7();
    ids.set(channelId, id);
    return id;
  }
  /** They hold, and their files come after them; one that fails can be added in the list. */
  async function stored(made: readonly Calibration[]): Promise<void> {
    const [one] = made;
    if (!one) return;
    for (const calibration of made)
      for (const file of files)
        await acts
          .attach(calibration, file)
          .catch((error: unknown) =>
            toast({ kind: 'alarm', text: t('calibrations:file_failed', { name: file.name, why: t(`errors:${failureOf(error).code}`) }) }),
          );
    const name = format.list(made.map(({ channel_name }) => channel_name));
    toast({
      text: t('calibrations:made', { what: what(one), name }),
      action: { text: t('calibrations:undo'), run: () => void undo(made) },
    });
    onDone?.();
  }
  async function undo(made: readonly Calibration[]): Promise<void> {
    try {
      for (const one of made) await acts.turn(one, true);
    } catch (error) {
      toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
    }
    onDone?.();
  }
  /** Of each channel as the server wants it; none while something is missing. */
  function askedNow(): { channel: Calibratable; body: Pick<NewCalibration, 'channel_id' | 'from' | 'curve'> }[] {
    if (!channel || from === null) return [];
    return [channel, ...picked].flatMap((one) => {
      const curve = curveOf(form.values, one);
      return curve ? [{ channel: one, body: { channel_id: one.id, from, curve } }] : [];
    });
  }

  return (
    <FormDialog
      title={t('calibrations:form.title')}
      form={form}
      submit={t('calibrations:form.submit')}
      isDisabled={asked.length === 0}
      onClose={onClose}
    >
      {open.length > 1 ? (
        <Select
          {...form.field('channel_id')}
          value={channel?.id ?? null}
          label={t('calibrations:form.channel')}
          required
          options={open.map(({ id: one, name }) => ({ id: one, text: name }))}
        />
      ) : (
        <p className="med">{channel?.name}</p>
      )}
      <div className={GRID}>
        <DateTimeField
          {...form.typed('from')}
          label={t('calibrations:form.from')}
          hint={t('calibrations:form.from_hint')}
          zone={zone}
          required
        />
        <Select
          {...form.field('kind')}
          label={t('calibrations:form.kind')}
          hint={t(`calibrations:form.hint.${kind}`)}
          options={CURVE_KINDS.map((one) => ({ id: one, text: t(`calibrations:kind.${one}`) }))}
          onChange={(next) => form.set('kind', next as CurveKind)}
          onCommit={(next) => form.set('kind', next as CurveKind)}
        />
      </div>
      {kind === 'offset' || kind === 'linear' ? (
        <div className={GRID}>
          {kind === 'linear' ? <NumberField {...form.typed('gain')} label={t('calibrations:form.gain')} min={1e-6} required /> : null}
          <NumberField {...form.typed('offset')} label={t('calibrations:form.offset')} {...unit} required />
        </div>
      ) : null}
      {kind === 'points' ? (
        <Points
          count={count}
          least={LEAST_POINTS}
          most={MOST_POINTS}
          unit={channel?.display_unit ?? null}
          measured={(index) => form.typed(`m${index as PointRow}`)}
          reference={(index) => form.typed(`r${index as PointRow}`)}
          onAdd={() => form.set('count', count + 1)}
          onRemove={(index) => {
            for (const [key, value] of withoutPoint(form.values, count, index)) form.set(key, value);
            form.set('count', count - 1);
          }}
        />
      ) : null}
      {others.length > 0 ? (
        <fieldset className="grid gap-2">
          <legend className="med mb-1">{t('calibrations:form.also')}</legend>
          <div className="grid grid-cols-2 gap-x-4 gap-y-1.5 *:min-w-0 phone:grid-cols-1">
            {others.map(({ id, name }) => {
              const isIn = picked.some((one) => one.id === id);
              return (
                <Checkbox
                  key={id}
                  checked={isIn}
                  disabled={!isIn && picked.length >= MOST_AT_ONCE - 1}
                  onChange={(checked) => form.set('also', checked ? [...also, id] : also.filter((one) => one !== id))}
                >
                  {name}
                </Checkbox>
              );
            })}
          </div>
        </fieldset>
      ) : null}
      {other && asked.some((one) => one.channel.id === other.channel_id) ? (
        <OtherCalibration calibration={other} named={channels.length > 1} />
      ) : null}
      {asked.map((one) => (
        <CalibrationPreview
          key={one.channel.id}
          acts={acts}
          body={one.body}
          channel={one.channel}
          named={asked.length > 1}
          silent={other?.channel_id === one.channel.id}
        />
      ))}
      <TextField {...form.field('laboratory')} label={t('calibrations:form.laboratory')} required autoComplete="off" />
      <div className={GRID}>
        <TextField {...form.field('certificate')} label={t('calibrations:form.certificate')} autoComplete="off" />
        <TextField
          {...form.field('uncertainty')}
          label={t('calibrations:form.uncertainty')}
          hint={t('calibrations:form.uncertainty_hint')}
          autoComplete="off"
        />
        <DateField {...form.typed('calibrated_on')} label={t('calibrations:form.calibrated_on')} hint="" zone="UTC" />
        <DateField {...form.typed('due_on')} label={t('calibrations:form.due_on')} hint="" zone="UTC" />
      </div>
      <FileField label={t('calibrations:form.file')} value={files} onChange={setFiles} rules="ext:pdf,jpg,jpeg,png,webp" />
      <TextArea {...form.field('note')} label={t('calibrations:form.note')} />
    </FormDialog>
  );
}
