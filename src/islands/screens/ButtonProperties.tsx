import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Activity } from '../../lib/contract/activities.ts';
import type { Button, Definition } from '../../lib/contract/screens.ts';
import {
  type GridOutcome,
  type GridRectangle,
  MAX_SPAN,
  moveToPage,
  putInto,
  rectangleOf,
  withButton,
} from '../../lib/domain/screens/screen-grid.ts';
import { pageOf } from '../../lib/domain/screens/screen-pages.ts';
import { MAX_ROWS } from '../../lib/domain/screens/screen-rules.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button as Press } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import type { ButtonProblem, Change, Faces } from './editor.ts';
import { isOfLane, laneName, pageName, spokenOf } from './faces.ts';
import { HotkeyField } from './HotkeyField.tsx';

const SIDES = ['x', 'y', 'w', 'h'] as const;

/** What is known and may be changed of one button. */
export function ButtonProperties({
  draft,
  button,
  faces,
  activities,
  problems,
  canWrite,
  onChange,
  onRemove,
  onDuplicate,
  onActivity,
}: {
  draft: Definition;
  button: Button;
  faces: Faces;
  /** Those of the workspace that are in use. */
  activities: readonly Activity[];
  problems: readonly ButtonProblem[];
  canWrite: boolean;
  onChange: Change;
  onRemove: () => void;
  onDuplicate: () => void;
  onActivity: (id: string) => void;
}) {
  const t = useT();
  const face = faces.get(button.activity_id ?? '');
  const [label, setLabel] = useState(button.label ?? '');
  const [shown, setShown] = useState(button.label);
  // Undo, or somebody else, changed it while the field was not written in.
  if (shown !== button.label) {
    setShown(button.label);
    setLabel(button.label ?? '');
  }
  const [refusal, setRefusal] = useState<string | null>(null);
  const put = (next: Partial<Button>) => onChange(withButton(draft, { ...button, ...next }));
  const take = (outcome: GridOutcome, full: string) => {
    const other = (one: Button) => spokenOf(one, faces.get(one.activity_id ?? ''), t);
    setRefusal(
      outcome.status === 'done'
        ? null
        : outcome.status === 'taken'
          ? t('screens:grid.taken', { name: outcome.by.map(other).join(', ') })
          : full,
    );
    if (outcome.status === 'done') onChange(outcome.draft);
  };
  const move = (rectangle: GridRectangle) => take(putInto(draft, button.id, rectangle), t('screens:grid.edge'));
  const counts = button.kind === 'plus' || button.kind === 'minus';
  const tapped = activities.filter(({ kind }) => (counts ? kind === 'count' : kind !== 'count'));
  const options = tapped.map(({ id, name }) => ({ id, text: name }));
  if (button.activity_id && !options.some(({ id }) => id === button.activity_id))
    options.unshift({ id: button.activity_id, text: face?.name ?? '…' });
  const limits = { x: [1, draft.columns], y: [1, MAX_ROWS], w: [1, Math.min(MAX_SPAN, draft.columns)], h: [1, MAX_SPAN] } as const;
  return (
    <section className="stack" aria-label={t('screens:properties.label')}>
      <header className="row">
        <h2 className="h2 min-w-0 wrap-anywhere">{spokenOf(button, face, t)}</h2>
        <span className="spacer" />
        {canWrite ? (
          <>
            <IconButton icon={Copy} size="sm" label={t('screens:duplicate')} onPress={onDuplicate} />
            <IconButton icon={Trash2} size="sm" label={t('screens:properties.remove')} onPress={onRemove} />
          </>
        ) : null}
      </header>
      {problems.map(({ field, code }) => (
        <p key={`${field} ${code}`} className="note alarm">
          <StatusLamp kind="alarm" />
          <span>{t(`screens:problem.${code as 'overlap'}`)}</span>
        </p>
      ))}
      {button.activity_id === null ? (
        <p className="soft">{t(`screens:kind_text.${button.kind as 'undo'}`)}</p>
      ) : (
        <div className="grid min-w-0 justify-items-start gap-2 *:justify-self-stretch">
          <Select
            label={t(counts ? 'screens:properties.counted' : 'screens:properties.activity')}
            value={button.activity_id}
            options={options}
            disabled={!canWrite}
            onChange={(activity_id) => put({ activity_id })}
          />
          {canWrite ? (
            <Press size="sm" icon={Pencil} onPress={() => onActivity(button.activity_id!)}>
              {t('screens:properties.edit_activity')}
            </Press>
          ) : null}
        </div>
      )}
      <TextField
        label={t('screens:field.label')}
        placeholder={face?.name ?? t(`screens:kind.${button.kind}`)}
        value={label}
        maxLength={60}
        autoComplete="off"
        disabled={!canWrite}
        onChange={setLabel}
        onCommit={(text) => {
          const next = text.trim() || null;
          if (next !== button.label) put({ label: next });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      <HotkeyField
        value={button.hotkey}
        disabled={!canWrite}
        takenBy={(key) => {
          const other = draft.buttons.find((one) => one.id !== button.id && one.hotkey?.toLowerCase() === key.toLowerCase());
          return other ? spokenOf(other, faces.get(other.activity_id ?? ''), t) : null;
        }}
        onChange={(hotkey) => put({ hotkey })}
      />
      {draft.lanes.length > 1 && isOfLane(button, face) ? (
        <Select
          label={t('screens:field.lane')}
          value={button.lane ?? draft.lanes[0]!.id}
          options={draft.lanes.map((lane) => ({ id: lane.id, text: laneName(lane, t) }))}
          disabled={!canWrite}
          onChange={(lane) => put({ lane })}
        />
      ) : null}
      {button.kind === 'activity' && face?.kind !== 'point' ? (
        <Checkbox
          checked={button.hold === true}
          disabled={!canWrite}
          hint={t('screens:properties.hold_hint')}
          onChange={(hold) => put(hold ? { hold, interrupts: false } : { hold: undefined })}
        >
          {t('screens:field.hold')}
        </Checkbox>
      ) : null}
      {button.kind === 'activity' && face?.kind !== 'point' && !button.hold ? (
        <Checkbox
          checked={button.interrupts}
          disabled={!canWrite}
          hint={t('screens:properties.interrupts_hint')}
          onChange={(interrupts) => put({ interrupts })}
        >
          {t('screens:field.interrupts')}
        </Checkbox>
      ) : null}
      {draft.pages ? (
        <Select
          label={t('screens:field.page')}
          value={pageOf(draft, button)}
          options={draft.pages.map(({ id }) => ({ id, text: pageName(draft, id, t) }))}
          disabled={!canWrite}
          onChange={(page) => take(moveToPage(draft, button.id, page), t('screens:grid.full'))}
        />
      ) : null}
      <fieldset className="grid grid-cols-2 gap-3 pointer-coarse:grid-cols-[repeat(auto-fit,minmax(130px,1fr))]" disabled={!canWrite}>
        <legend className="vh">{t('screens:properties.place')}</legend>
        {SIDES.map((side) => {
          const shift = side === 'x' || side === 'y' ? 1 : 0;
          return (
            <NumberField
              key={side}
              label={t(`screens:field.${side}`)}
              value={button[side] + shift}
              min={limits[side][0]}
              max={limits[side][1]}
              decimals={0}
              disabled={!canWrite}
              onChange={(next) => {
                if (next !== null && Number.isInteger(next)) move({ ...rectangleOf(button), [side]: next - shift });
              }}
            />
          );
        })}
      </fieldset>
      <div role="alert">{refusal ? <p className="error">{refusal}</p> : null}</div>
    </section>
  );
}
