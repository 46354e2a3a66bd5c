import { useMemo, useState } from 'react';
import { createCalibrationActs, type NewCalibration, otherCalibration } from '../../lib/client/calibrations/calibrations.store.ts';
import { browserUpload } from '../../lib/client/files/upload-browser.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { type Calibration, CURVE_KINDS, type CurveKind, LEAST_POINTS, MOST_POINTS } from '../../lib/contract/calibrations.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useTimeZone } from '../shell/zone.ts';
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
import { curveOf, noPoints, type PointRow, withoutPoint } from './curve-form.ts';
import { Points } from './Points.tsx';

await ready('calibrations', 'forms', 'errors');

const GRID = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';
/** Rows of points that are offered first. */
const FIRST_POINTS = 3;
/** Days are written without a zone: as if they were of UTC. */
const dayOf = (moment: string | null): string | null => moment?.slice(0, 10) ?? null;

export type Calibratable = Pick<Channel, 'id' | 'name' | 'kind' | 'display_unit' | 'conversion' | 'decimals'>;

/** Calibrates a channel from a moment on, and says before that what it would change. */
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
  const zone = useTimeZone();
  const { what } = useCalibrationWords();
  const acts = useMemo(() => createCalibrationActs(deps, browserUpload), [deps]);
  // Sent again after a broken line the same calibration answers.
  const [id] = useState(() => uuidv7());
  const [files, setFiles] = useState<readonly File[]>([]);
  const [other, setOther] = useState<Calibration | null>(null);
  const form = useForm({
    initial: {
      ...noPoints(),
      channel_id: first ?? channels[0]?.id ?? '',
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
      const asked = askedNow();
      if (!asked) return;
      try {
        const made = await acts.create({
          ...asked,
          id,
          laboratory: values.laboratory.trim(),
          certificate: values.certificate.trim() || null,
          calibrated_on: dayOf(values.calibrated_on),
          due_on: dayOf(values.due_on),
          uncertainty: values.uncertainty.trim() || null,
          note: values.note.trim() || null,
        });
        await attach(made);
        toast({
          text: t('calibrations:made', { what: what(made), name: made.channel_name }),
          action: { text: t('calibrations:undo'), run: () => void undo(made) },
        });
        onDone?.();
        onClose();
      } catch (error) {
        setOther(otherCalibration(error));
        throw error;
      }
    },
  });
  const { kind, channel_id, from, count } = form.values;
  const channel = channels.find((one) => one.id === channel_id) ?? channels[0];
  const unit = channel?.display_unit ? { unit: channel.display_unit } : {};
  const asked = askedNow();

  /** The calibration holds all the same; its file can be added in the list. */
  async function attach(made: Calibration): Promise<void> {
    for (const file of files)
      await acts
        .attach(made, file)
        .catch((error: unknown) =>
          toast({ kind: 'alarm', text: t('calibrations:file_failed', { name: file.name, why: t(`errors:${failureOf(error).code}`) }) }),
        );
  }
  async function undo(made: Calibration): Promise<void> {
    try {
      await acts.turn(made, true);
      onDone?.();
    } catch (error) {
      toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
    }
  }
  /** As the server wants it; null while something is missing. */
  function askedNow(): Pick<NewCalibration, 'channel_id' | 'from' | 'curve'> | null {
    if (!channel || from === null) return null;
    const curve = curveOf(form.values, channel);
    return curve && { channel_id: channel.id, from, curve };
  }

  return (
    <FormDialog
      title={t('calibrations:form.title')}
      form={form}
      submit={t('calibrations:form.submit')}
      isDisabled={asked === null}
      onClose={onClose}
    >
      {channels.length > 1 ? (
        <Select
          {...form.field('channel_id')}
          label={t('calibrations:form.channel')}
          required
          options={channels.map(({ id: one, name }) => ({ id: one, text: name }))}
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
      {other ? <OtherCalibration calibration={other} /> : null}
      {channel && asked ? <CalibrationPreview key={channel.id} acts={acts} body={asked} channel={channel} silent={other !== null} /> : null}
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
