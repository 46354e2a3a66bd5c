import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { MachineChoiceStore } from '../../lib/client/machines/machine-choice.store.ts';
import { type Definition, LANE_KINDS, type Lane, MAX_PHRASE, MAX_PHRASES, METHODS, type Method } from '../../lib/contract/screens.ts';
import { freeId, withColumns, withoutLane } from '../../lib/domain/screens/screen-grid.ts';
import { useT } from '../../lib/i18n/react.tsx';
import MachineChoice from '../machine-choice/MachineChoice.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import type { Change } from './editor.ts';
import { laneName } from './faces.ts';
import { NameField } from './NameField.tsx';
import type { PagesProps } from './Pages.tsx';
import { readPhrases } from './phrases.ts';
import { readRatings } from './ratings.ts';
import { SettingsList } from './SettingsList.tsx';

const Pages = part(() => import('./Pages.tsx'));
const References = part(() => import('./References.tsx'));

const MOST_LANES = 8;

/** What holds for the panel as a whole: its grid, pages, the hand, lanes, ratings, phrases for notes, what work is for, the machine. */
export function PanelSettings({
  draft,
  canWrite,
  method,
  machine,
  latest,
  onTurn,
  onChange,
}: {
  draft: Definition;
  canWrite: boolean;
  method: { value: Method; onChange: (method: Method) => void };
  /** Null for those who may not see machines. */
  machine: { store: MachineChoiceStore; value: string | null; onChange: (id: string | null) => void } | null;
  latest: PagesProps['latest'];
  onTurn: PagesProps['onTurn'];
  onChange: Change;
}) {
  const t = useT();
  const [splits, setSplits] = useState(false);
  return (
    <section className="stack" aria-label={t('screens:settings.label')}>
      <h2 className="h2">{t('screens:settings.label')}</h2>
      {canWrite ? <p className="soft">{t('screens:settings.hint')}</p> : null}
      <Select
        label={t('screens:field.method')}
        hint={t('screens:settings.method_hint')}
        value={method.value}
        options={METHODS.map((id) => ({ id, text: t(`screens:method.${id}`) }))}
        disabled={!canWrite}
        onChange={(id) => method.onChange(id as Method)}
      />
      {machine ? (
        <MachineChoice
          store={machine.store}
          label={t('screens:field.machine_id')}
          value={machine.value}
          disabled={!canWrite}
          onChange={machine.onChange}
        />
      ) : null}
      <NumberField
        label={t('screens:field.columns')}
        value={draft.columns}
        min={1}
        max={12}
        decimals={0}
        disabled={!canWrite}
        onChange={(columns) => {
          if (columns !== null && Number.isInteger(columns)) onChange(withColumns(draft, columns));
        }}
      />
      <div className="field">
        <span className="name">{t('screens:field.hand')}</span>
        {canWrite ? (
          <Segmented
            label={t('screens:field.hand')}
            value={draft.hand}
            options={[
              { id: 'left', label: t('screens:hand.left') },
              { id: 'right', label: t('screens:hand.right') },
            ]}
            onChange={(hand) => onChange({ ...draft, hand })}
          />
        ) : (
          <span>{t(`screens:hand.${draft.hand}`)}</span>
        )}
        <span className="hint">{t('screens:settings.hand_hint')}</span>
      </div>
      {draft.pages || splits ? (
        <Boundary>
          <Pages draft={draft} canWrite={canWrite} latest={latest} onTurn={onTurn} onChange={onChange} />
        </Boundary>
      ) : canWrite ? (
        <p>
          <Button size="sm" icon={Plus} onPress={() => setSplits(true)}>
            {t('screens:pages.title')}
          </Button>
        </p>
      ) : null}
      <Lanes draft={draft} canWrite={canWrite} onChange={onChange} />
      <Ratings draft={draft} canWrite={canWrite} onChange={onChange} />
      <Phrases draft={draft} canWrite={canWrite} onChange={onChange} />
      <Boundary>
        <References draft={draft} canWrite={canWrite} onChange={onChange} />
      </Boundary>
    </section>
  );
}

type PartProps = { draft: Definition; canWrite: boolean; onChange: Change };

function Lanes({ draft, canWrite, onChange }: PartProps) {
  const t = useT();
  const { lanes } = draft;
  const put = (lane: Lane) => onChange({ ...draft, lanes: lanes.map((one) => (one.id === lane.id ? lane : one)) });
  const add = () => {
    const kind = lanes.some((one) => one.kind === 'machine') ? 'worker' : 'machine';
    onChange({ ...draft, lanes: [...lanes, { id: freeId(lanes, 'l'), name: '', kind }] });
  };
  return (
    <SettingsList
      title={t('screens:lanes.title')}
      text={t('screens:lanes.text')}
      add={canWrite ? { text: t('screens:lanes.add'), isDisabled: lanes.length >= MOST_LANES, run: add } : null}
    >
      <ul className="grid gap-1.5">
        {lanes.map((lane) => (
          <li className="grid grid-cols-[minmax(0,1fr)_96px_28px] items-center gap-1.5" key={lane.id}>
            <NameField
              label={t('screens:lanes.name')}
              placeholder={t(`screens:lane.${lane.kind}`)}
              value={lane.name}
              maxLength={60}
              canWrite={canWrite}
              onChange={(name) => put({ ...lane, name })}
            />
            <Select
              bare
              label={t('screens:lanes.kind', { name: laneName(lane, t) })}
              value={lane.kind}
              options={LANE_KINDS.map((id) => ({ id, text: t(`screens:lane.${id}`) }))}
              disabled={!canWrite}
              onChange={(kind) => put({ ...lane, kind: kind as Lane['kind'] })}
            />
            {canWrite && lanes.length > 1 ? (
              <IconButton
                icon={Trash2}
                size="sm"
                label={t('screens:lanes.remove', { name: laneName(lane, t) })}
                onPress={() => onChange(withoutLane(draft, lane.id))}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </SettingsList>
  );
}

function Ratings({ draft, canWrite, onChange }: PartProps) {
  const t = useT();
  const written = draft.ratings.join(', ');
  const [text, setText] = useState(written);
  const [shown, setShown] = useState(written);
  if (shown !== written) {
    setShown(written);
    setText(written);
  }
  const read = readRatings(text);
  return (
    <TextField
      label={t('screens:field.ratings')}
      hint={t('screens:settings.ratings_hint')}
      error={read === null ? { code: 'invalid_value' } : null}
      value={text}
      inputMode="text"
      autoComplete="off"
      suffix="%"
      disabled={!canWrite}
      onChange={setText}
      onCommit={(next) => {
        const found = readRatings(next);
        if (found && found.join() !== draft.ratings.join()) onChange({ ...draft, ratings: found });
        else if (found) setText(written);
      }}
    />
  );
}

function Phrases({ draft, canWrite, onChange }: PartProps) {
  const t = useT();
  const written = (draft.phrases ?? []).join('\n');
  const [text, setText] = useState(written);
  const [shown, setShown] = useState(written);
  if (shown !== written) {
    setShown(written);
    setText(written);
  }
  return (
    <TextArea
      label={t('screens:field.phrases')}
      hint={t('screens:settings.phrases_hint', { most: MAX_PHRASES, letters: MAX_PHRASE })}
      error={readPhrases(text) === null ? { code: 'invalid_value' } : null}
      value={text}
      rows={Math.min(Math.max(text.split('\n').length, 3), 8)}
      disabled={!canWrite}
      onChange={setText}
      onCommit={(next) => {
        const phrases = readPhrases(next);
        if (phrases && phrases.join('\n') !== written) onChange({ ...draft, phrases });
        else if (phrases) setText(written);
      }}
    />
  );
}
