import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SetStore } from '../../lib/client/allowance-sets/allowance-sets.store.ts';
import { type AllowancePoints, type AllowanceSet, MOST_FACTORS } from '../../lib/contract/allowance-sets.ts';
import { columnOf, columnsOf, fatigueOfPoints, percentOfPoints, pointsTogether } from '../../lib/domain/time-study/allowance-points.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Status } from '../ui/Status.tsx';
import { toast } from '../ui/toasts.ts';
import { usePercent } from './percent.ts';

await ready('allowance-files', 'forms', 'validation');

const ImportPoints = part(() => import('./ImportPoints.tsx'));

type Factor = AllowancePoints['factors'][number];

/** Points of a set: its table, the factors with their points, and the per cent that comes of them. */
export default function Points({ store, row, mayWrite }: { store: SetStore; row: AllowanceSet; mayWrite: boolean }) {
  const t = useT();
  const [importing, setImporting] = useState(false);
  const { form, dirty, discard, conflict } = useRowForm<AllowanceSet, { points: AllowancePoints | null }>({
    row,
    valuesOf: ({ points }) => ({ points }),
    draft: `allowance-points ${row.id}`,
    label: () => t('allowance-files:points.heading'),
    written: (_, value) => (value === null ? '–' : t('allowance-files:points.count', { count: (value as AllowancePoints).factors.length })),
    save: (rev, { points }) => store.save(rev, points === undefined ? {} : { points }),
    onSaved: () => toast({ text: t('allowance-sets:saved') }),
  });
  const { points } = form.values;
  const put = (next: AllowancePoints | null) => form.set('points', next);
  const take = (table: AllowancePoints['table']) => {
    setImporting(false);
    const [sex = null] = columnsOf(table);
    put(points === null ? { table, sex, with_personal: true, factors: [] } : { ...points, table, sex });
  };
  // What can't be read from the table isn't sent: the line above says why.
  const isGood = points === null || fatigueOfPoints(points, row.shares.personal) !== null;
  return (
    <form className="grid gap-4" {...form.props} aria-label={t('allowance-files:points.heading')}>
      <h2 className="h2">{t('allowance-files:points.heading')}</h2>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      {points === null ? (
        <p className="soft">{t('allowance-files:points.none')}</p>
      ) : (
        <fieldset className="grid min-w-0 gap-4" disabled={!mayWrite}>
          <TableOf points={points} onChange={put} />
          <Factors points={points} onChange={put} mayWrite={mayWrite} />
          <Result points={points} personal={row.shares.personal} />
        </fieldset>
      )}
      {mayWrite ? (
        <div className="flex flex-wrap gap-2">
          {dirty ? (
            <Button type="submit" variant="primary" isPending={form.busy} isDisabled={!isGood}>
              {t('allowance-sets:save')}
            </Button>
          ) : null}
          {dirty ? <Button onPress={discard}>{t('allowance-sets:discard')}</Button> : null}
          <Button onPress={() => setImporting(true)} {...opensDialog(ImportPoints)}>
            {t(points === null ? 'allowance-files:points.import' : 'allowance-files:points.other')}
          </Button>
          {points === null ? null : (
            <Button variant="ghost" onPress={() => put(null)}>
              {t('allowance-files:points.without')}
            </Button>
          )}
        </div>
      ) : null}
      {conflict}
      <Boundary instead={null} onFailure={() => setImporting(false)}>
        {importing ? <ImportPoints id={row.id} onTake={take} onClose={() => setImporting(false)} /> : null}
      </Boundary>
    </form>
  );
}

interface OfPoints {
  points: AllowancePoints;
  onChange: (points: AllowancePoints) => void;
}

function TableOf({ points, onChange }: OfPoints) {
  const t = useT();
  const format = useFormat();
  const column = columnOf(points.table, points.sex);
  const columns = columnsOf(points.table);
  return (
    <>
      <p>
        {t('allowance-files:points.range', {
          count: column.length,
          n: format.number(column.length),
          from: format.number(column[0]?.points ?? 0),
          to: format.number(column.at(-1)?.points ?? 0),
          low: format.percent((column[0]?.percent ?? 0) / 100, 1),
          high: format.percent((column.at(-1)?.percent ?? 0) / 100, 1),
        })}
      </p>
      {columns.length > 1 ? (
        <Select
          name="sex"
          label={t('allowance-files:points.sex')}
          value={points.sex}
          options={columns.map((sex) => ({ id: sex ?? '', text: t(`allowance-files:sex.${sex ?? 'all'}`) }))}
          onChange={(sex) => onChange({ ...points, sex: sex === 'f' || sex === 'm' ? sex : null })}
        />
      ) : null}
      <Checkbox
        name="with_personal"
        checked={points.with_personal}
        hint={t('allowance-files:points.with_personal_hint')}
        onChange={(with_personal) => onChange({ ...points, with_personal })}
      >
        {t('allowance-files:points.with_personal')}
      </Checkbox>
    </>
  );
}

/** A factor, its points, and what takes it away; the same widths in each row and above them. */
const FACTOR =
  'grid grid-cols-[minmax(0,1fr)_8rem_2rem] items-center gap-2 pointer-coarse:grid-cols-[minmax(0,1fr)_8rem_2.75rem] slim:grid-cols-[minmax(0,1fr)_4.5rem_2.75rem]!';

function Factors({ points, onChange, mayWrite }: OfPoints & { mayWrite: boolean }) {
  const t = useT();
  const { factors } = points;
  const put = (next: Factor[]) => onChange({ ...points, factors: next });
  const change = (at: number, over: Partial<Factor>) => put(factors.map((one, index) => (index === at ? { ...one, ...over } : one)));
  return (
    <div className="grid gap-2">
      <div className={FACTOR}>
        <h3 className="text-13 leading-5 font-semi">{t('allowance-files:points.factors')}</h3>
        {factors.length > 0 ? (
          <span className="text-12 text-ink-2" aria-hidden="true">
            {t('allowance-files:points.points')}
          </span>
        ) : null}
      </div>
      {factors.map((factor, at) => (
        // Factors have no names of their own that stay: their places are what they are.
        <div key={at} className={FACTOR}>
          <TextField
            bare
            label={t('allowance-files:points.factor', { n: at + 1 })}
            value={factor.name}
            maxLength={120}
            onChange={(name) => change(at, { name })}
          />
          <NumberField
            bare
            label={t('allowance-files:points.points_of', { n: at + 1 })}
            value={factor.points}
            min={0}
            max={1_000}
            step={1}
            decimals={0}
            onChange={(value) => change(at, { points: value === null || Number.isNaN(value) ? 0 : value })}
          />
          {mayWrite ? (
            <IconButton
              icon={Trash2}
              label={t('allowance-files:points.remove', { n: at + 1 })}
              onPress={() => put(factors.toSpliced(at, 1))}
            />
          ) : null}
        </div>
      ))}
      {mayWrite && factors.length < MOST_FACTORS ? (
        <div>
          <Button size="sm" icon={Plus} onPress={() => put([...factors, { name: t('allowance-files:points.new_factor'), points: 0 }])}>
            {t('allowance-files:points.add')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Result({ points, personal }: { points: AllowancePoints; personal: number }) {
  const t = useT();
  const format = useFormat();
  const percent = usePercent();
  const total = pointsTogether(points);
  const found = percentOfPoints(points.table, points.sex, total);
  const fatigue = fatigueOfPoints(points, personal);
  const said = format.number(total);
  return (
    <p role="status" className="font-medium [&_.st]:items-baseline [&_.st]:whitespace-normal">
      {found === null ? (
        <Status kind="alarm">{t('allowance-files:points.beyond', { total: said })}</Status>
      ) : fatigue === null ? (
        <Status kind="alarm">
          {t('allowance-files:points.below_personal', { total: said, percent: percent(found / 100), personal: percent(personal) })}
        </Status>
      ) : (
        t('allowance-files:points.result', { total: said, percent: percent(found / 100), fatigue: percent(fatigue) })
      )}
    </p>
  );
}
