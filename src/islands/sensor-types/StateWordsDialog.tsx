import { ArrowUpDown, Plus, Trash2 } from 'lucide-react';
import type { RowSaved } from '../../lib/client/kernel/server-rows.ts';
import { LOCALES } from '../../lib/constants.ts';
import { STATE_TONES, type StateTone, type StateWords, stateWords } from '../../lib/contract/channels.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { readyEverywhere } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { toast } from '../ui/toasts.ts';
import { presetOf, presetWords, STATE_PRESETS, type StatePreset } from './state-presets.ts';

await readyEverywhere('states');

const LONGEST = 40;
const MOST = 32;
const OWN = 'own';
const AUTO = 'auto';
type Word = StateWords[number];

const empty = (value: number): Word => ({ value, cs: '', en: '', sk: '', tone: null });
const isSwitch = ({ value }: Word) => value === 0 || value === 1;
/** True and false are always there, before all others. */
const rowsOf = (words: StateWords | null): Word[] => [
  ...[1, 0].map((value) => words?.find((one) => one.value === value) ?? empty(value)),
  ...(words ?? []).filter((one) => !isSwitch(one)),
];
const trimmed = (rows: readonly Word[]): StateWords =>
  rows
    .map((row) => ({ ...row, cs: row.cs.trim(), en: row.en.trim(), sk: row.sk.trim() }))
    .filter(({ cs, en, sk }) => `${cs}${en}${sk}` !== '');

interface Worded {
  id: string;
  rev: number;
  state_words: StateWords | null;
}

/** What the values of a channel or of a sensor type are called in each language, and how each is meant. */
export default function StateWordsDialog({
  title,
  of,
  save,
  onClose,
}: {
  title: string;
  of: Worded;
  save: (rev: number, words: StateWords | null) => Promise<RowSaved<Worded>>;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const nameOf = ({ value }: Word) =>
    value === 1 ? t('states:value_true') : value === 0 ? t('states:value_false') : t('states:value', { value: format.number(value) });
  const { form, conflict } = useRowForm<Worded, { state_words: Word[] }>({
    row: of,
    valuesOf: ({ state_words }) => ({ state_words: rowsOf(state_words) }),
    save: async (rev, { state_words }) => {
      if (!state_words) return { status: 'saved', row: of };
      const words = trimmed(state_words);
      return save(rev, words.length === 0 ? null : [...words]);
    },
    draft: `state words ${of.id}`,
    schema: { safeParse: ({ state_words }) => schemaOf(state_words as Word[]) },
    label: () => title,
    written: (_field, words) =>
      trimmed(words as Word[])
        .map((word) => `${nameOf(word)}: ${LOCALES.map((locale) => word[locale] || '–').join(', ')}`)
        .join('; '),
    onSaved: () => {
      toast({ text: t('states:saved') });
      onClose();
    },
  });
  const rows = form.values.state_words;
  const put = (next: Word[]) => form.set('state_words', next);
  const change = (index: number, next: Partial<Word>) => put(rows.with(index, { ...rows[index]!, ...next }));
  const swap = () => {
    const [on, off, ...others] = rows as [Word, Word, ...Word[]];
    put([{ ...off, value: on.value }, { ...on, value: off.value }, ...others]);
  };
  const presets = STATE_PRESETS.map((id) => {
    const [on, off] = [t(`states:preset_of.${id}.on`), t(`states:preset_of.${id}.off`)];
    return { id, text: `${on} / ${off}` };
  });
  const tones = [{ id: AUTO, text: t('states:tone.auto') }, ...STATE_TONES.map((id) => ({ id, text: t(`states:tone.${id}`) }))];
  return (
    <FormDialog
      title={title}
      size="lg"
      form={form}
      submit={t('states:save')}
      aside={
        rows.length < MOST ? (
          <Button icon={Plus} variant="ghost" onPress={() => put([...rows, empty(Math.max(...rows.map(({ value }) => value)) + 1)])}>
            {t('states:add')}
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      {conflict}
      <p className="soft">{t('states:text')}</p>
      <div className="flex flex-wrap items-end gap-3 *:first:min-w-60">
        <Select
          label={t('states:preset')}
          value={presetOf(trimmed(rows)) ?? OWN}
          options={[{ id: OWN, text: t('states:own') }, ...presets]}
          onChange={(id) => {
            if (id !== OWN) put([...presetWords(id as StatePreset), ...rows.slice(2)]);
          }}
        />
        <Button icon={ArrowUpDown} onPress={swap}>
          {t('states:swap')}
        </Button>
      </div>
      {rows.map((row, index) => (
        // The place of a row is what it is: its value can be typed over.
        <fieldset key={index} className="m-0 min-w-0 border-0 border-t border-line p-0 pt-3">
          <legend className="float-left mb-1 flex w-full items-center text-12 font-semi text-ink-2">
            {nameOf(row)}
            {isSwitch(row) && index < 2 ? null : (
              <span className="ml-auto">
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={t('states:remove', { value: format.number(row.value) })}
                  onPress={() => put(rows.toSpliced(index, 1))}
                />
              </span>
            )}
          </legend>
          <div className="clear-both grid grid-cols-4 items-start gap-3 *:min-w-0 slim:grid-cols-2">
            {index < 2 ? null : (
              <NumberField
                label={t('states:number')}
                value={row.value}
                decimals={0}
                onChange={(value) => change(index, { value: value ?? row.value })}
                error={rows.some(({ value }, at) => at < index && value === row.value) ? { code: 'taken' } : null}
              />
            )}
            {LOCALES.map((locale) => (
              <TextField
                key={locale}
                label={t(`common:language.${locale}`)}
                lang={locale}
                value={row[locale]}
                maxLength={LONGEST}
                autoComplete="off"
                onChange={(word) => change(index, { [locale]: word })}
              />
            ))}
            <Select
              label={t('states:tone_name')}
              value={row.tone ?? AUTO}
              options={tones}
              onChange={(tone) => change(index, { tone: tone === AUTO ? null : (tone as StateTone) })}
            />
          </div>
        </fieldset>
      ))}
    </FormDialog>
  );
}

/** What is left without any word isn't sent. */
function schemaOf(rows: readonly Word[]) {
  const words = trimmed(rows);
  return words.length === 0 ? ({ success: true } as const) : stateWords.safeParse(words);
}
