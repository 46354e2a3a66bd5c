import { useEffect, useMemo, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { createMarkActs, type MarkTrial, type NewMark, otherMark } from '../../lib/client/marks/marks.store.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { MARK_KINDS, type Mark, type MarkKind } from '../../lib/contract/marks.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { storedDifference } from '../alarms/shown-limits.ts';
import { useTimeZone } from '../shell/zone.ts';
import { Button } from '../ui/Button.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { DateTimeField } from '../ui/form/MomentField.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useMarkWords } from './mark-words.ts';

await ready('marks', 'forms');

const GRID = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';
/** Without values to be added. */
const PLAIN_KINDS: readonly MarkKind[] = ['exclude', 'note'];
const REASONS = ['removed', 'cleaning', 'fault', 'calibration', 'service'] as const;
/** Until somebody who types rests, milliseconds. */
const REST_MS = 400;

/** What of a channel may be marked: as it is stored. */
export type Markable = Pick<Channel, 'id' | 'name' | 'kind' | 'display_unit' | 'conversion' | 'decimals'>;

/** Marks the readings of a time, and says before that what it would change. */
export default function MarkForm({
  deps,
  channels,
  channel: first,
  span,
  onDone,
  onClose,
}: {
  deps: StoreDeps;
  channels: readonly Markable[];
  /** Chosen before; null = the first. */
  channel?: string | null;
  /** Milliseconds. */
  span: Span;
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const zone = useTimeZone();
  const { what } = useMarkWords();
  const acts = useMemo(() => createMarkActs(deps), [deps]);
  // Sent again after a broken line the same mark answers.
  const [id] = useState(() => uuidv7());
  const [other, setOther] = useState<Mark | null>(null);
  const form = useForm({
    initial: {
      channel_id: first ?? channels[0]?.id ?? '',
      kind: 'exclude' as MarkKind,
      from: new Date(span.from).toISOString() as string | null,
      to: new Date(span.to).toISOString() as string | null,
      value: null as number | null,
      value_to: null as number | null,
      reason: '',
    },
    rules: { channel_id: 'required', from: 'required', to: 'required', reason: 'required|max:500' },
    // Of another time it would say the wrong one.
    draft: `new-mark ${channels[0]?.id} ${Math.round(span.from)} ${Math.round(span.to)}`,
    onSubmit: async ({ reason }) => {
      const body = bodyNow();
      if (!body) return;
      try {
        const mark = await acts.create({ ...body, id, reason: reason.trim() });
        toast({
          text: t('marks:made', { what: what(mark), name: mark.channel_name }),
          action: { text: t('marks:undo'), run: () => void undo(mark) },
        });
        onDone?.();
        onClose();
      } catch (error) {
        setOther(otherMark(error));
        throw error;
      }
    },
  });
  const { kind, channel_id, from, to, value, value_to } = form.values;
  const channel = channels.find((one) => one.id === channel_id) ?? channels[0];
  const adds = kind === 'offset' || kind === 'drift';
  const isNumber = channel?.kind === 'gauge' || channel?.kind === 'counter';
  const kinds = isNumber ? MARK_KINDS : PLAIN_KINDS;
  const unit = channel?.display_unit ? { unit: channel.display_unit } : {};

  async function undo(mark: Mark): Promise<void> {
    try {
      await acts.turn(mark, true);
      onDone?.();
    } catch (error) {
      toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
    }
  }
  /** As the server wants it; null while something is missing. */
  function bodyNow(): Omit<NewMark, 'id' | 'reason'> | null {
    if (!channel || from === null || to === null || Date.parse(to) <= Date.parse(from)) return null;
    if ((adds && value === null) || (kind === 'drift' && value_to === null)) return null;
    const stored = (shown: number | null) => (shown === null ? null : storedDifference(shown, channel));
    return {
      channel_id: channel.id,
      kind,
      from,
      to,
      value: adds ? stored(value) : null,
      value_to: kind === 'drift' ? stored(value_to) : null,
    };
  }
  const asked = bodyNow();

  return (
    <FormDialog
      title={t('marks:form.title')}
      form={form}
      submit={t(`marks:form.submit.${kind}`)}
      isDisabled={asked === null}
      onClose={onClose}
    >
      {channels.length > 1 ? (
        <Select
          {...form.field('channel_id')}
          label={t('marks:form.channel')}
          required
          options={channels.map(({ id: one, name }) => ({ id: one, text: name }))}
          onChange={(next) => {
            form.set('channel_id', next);
            const chosen = channels.find((one) => one.id === next);
            if (chosen?.kind !== 'gauge' && chosen?.kind !== 'counter' && adds) form.set('kind', 'exclude');
          }}
        />
      ) : (
        <p className="med">{channel?.name}</p>
      )}
      <Select
        {...form.field('kind')}
        label={t('marks:form.kind')}
        hint={t(`marks:form.hint.${kind}`)}
        options={kinds.map((one) => ({ id: one, text: t(`marks:kind.${one}`) }))}
        onChange={(next) => form.set('kind', next as MarkKind)}
        onCommit={(next) => form.set('kind', next as MarkKind)}
      />
      <div className={GRID}>
        <DateTimeField {...form.typed('from')} label={t('marks:form.from')} hint="" zone={zone} required />
        <DateTimeField {...form.typed('to')} label={t('marks:form.to')} hint="" zone={zone} required />
        {adds ? (
          <NumberField
            {...form.typed('value')}
            label={t(kind === 'offset' ? 'marks:form.value' : 'marks:form.value_from')}
            {...unit}
            required
          />
        ) : null}
        {kind === 'drift' ? <NumberField {...form.typed('value_to')} label={t('marks:form.value_to')} {...unit} required /> : null}
      </div>
      <TextField {...form.field('reason')} label={t('marks:form.reason')} required autoComplete="off" />
      <div className="flex flex-wrap gap-1.5">
        {REASONS.map((one) => (
          <Button key={one} size="sm" onPress={() => form.set('reason', t(`marks:reason.${one}`))}>
            {t(`marks:reason.${one}`)}
          </Button>
        ))}
      </div>
      {other ? <Other mark={other} /> : null}
      {channel && asked ? <Preview key={channel.id} acts={acts} body={asked} channel={channel} silent={other !== null} /> : null}
    </FormDialog>
  );
}

/** The mark that is in the way. */
function Other({ mark }: { mark: Mark }) {
  const t = useT();
  const { what, time } = useMarkWords();
  return (
    <p className="text-alarm-text" role="alert">
      {t('marks:form.other', { what: what(mark), time: time(mark), reason: mark.reason })}
    </p>
  );
}

/** What the mark would change, as the server works it out. */
function Preview({
  acts,
  body,
  channel,
  silent,
}: {
  acts: ReturnType<typeof createMarkActs>;
  body: Omit<NewMark, 'id' | 'reason'>;
  channel: Markable;
  /** The one in the way is told already. */
  silent: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const [trial, setTrial] = useState<MarkTrial | null>(null);
  const wanted = JSON.stringify(body);
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      acts
        .tried(JSON.parse(wanted) as typeof body)
        .then((found) => isWanted && setTrial(found))
        .catch(() => isWanted && setTrial(null));
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [acts, wanted]);
  const number = (value: number | null) =>
    value === null
      ? '–'
      : format.quantity(
          shownNumber(value, channel.conversion),
          channel.display_unit,
          channel.decimals === null ? null : channel.decimals + 1,
        );
  if (trial === null) return <p className="soft min-h-10">{t('marks:form.trying')}</p>;
  const { readings, before, after, shortened, other, settled_to } = trial;
  return (
    <div role="status" className="min-h-10 rounded-1 bg-sunken px-3 py-2 text-13">
      <p className="med">{readings === 0 ? t('marks:form.nothing') : t('marks:form.readings', { count: readings })}</p>
      {readings > 0 && body.kind !== 'note' ? (
        <p>
          {t('marks:form.counting', { before: format.number(before.n), after: format.number(after.n) })}
          {before.mean !== null || after.mean !== null ? (
            <> {t('marks:form.mean', { before: number(before.mean), after: number(after.mean) })}</>
          ) : null}
        </p>
      ) : null}
      {shortened ? <p className="soft">{t('marks:form.shortened')}</p> : null}
      {settled_to === null ? null : <p className="soft">{t('marks:form.settled', { time: format.dateTime(settled_to, 'minute') })}</p>}
      {other && !silent ? <Other mark={other} /> : null}
    </div>
  );
}
