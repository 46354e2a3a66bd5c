import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { createComparable, createComparedStandard, createStudyCard } from '../../lib/client/operations/compare.ts';
import { createStudied } from '../../lib/client/operations/operations.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { MOST_STUDIED, type Operation, type OperationStandard, type StandardCard } from '../../lib/contract/operations.ts';
import { unitWord } from '../../lib/domain/text/unit-words.ts';
import { type Comparison, compareCards } from '../../lib/domain/time-study/compare-cards.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { useStarted } from '../ui/useStarted.ts';

await ready('standards-compare');

type Deps = ReturnType<typeof browserDeps>;
/** Instead of a version: what some measurements of the operation give. */
const STUDY = 'study';

interface Side {
  operation: string;
  what: string;
  measurements: readonly string[];
}
/** What a side comes to. */
interface Found {
  side: Side;
  set: (over: Partial<Side>) => void;
  options: { id: string; text: string }[];
  measured: readonly { id: string; text: string }[];
  card: StandardCard | null;
  unit: string | null;
  error: string | null;
}

/** Versions that can be chosen, the draft first. */
const versionsOf = ({ draft, versions }: OperationStandard) => [
  ...(draft ? [{ key: 'draft', state: 'draft' as const, version: draft.version, of: draft }] : []),
  ...versions.map((one) => ({ key: String(one.version), state: one.state, version: one.version, of: one })),
];

function useSide(deps: Deps, first: Side): Found {
  const t = useT();
  const format = useFormat();
  const [side, setSide] = useState(first);
  const { operation, what, measurements } = side;
  const standard = useMemo(() => createComparedStandard(deps, operation), [deps, operation]);
  const studied = useMemo(() => createStudied(deps, operation), [deps, operation]);
  const asked = what === STUDY ? measurements.join() : '';
  const study = useMemo(() => createStudyCard(deps, operation, asked === '' ? [] : asked.split(',')), [deps, operation, asked]);
  useStarted(standard);
  useStarted(studied);
  useStarted(study);
  const [known, list, alone] = [useStore(standard.$state), useStore(studied.$state), useStore(study.$state)];
  const versions = known.status === 'ready' ? versionsOf(known.data) : [];
  const chosen = versions.find(({ key }) => key === what) ?? (what === STUDY ? undefined : versions[0]);
  const ofStudy = what === STUDY && alone.status === 'ready' ? alone.data : null;
  return {
    side,
    set: (over) => setSide((now) => ({ ...now, ...over })),
    options: [
      ...versions.map(({ key, state, version }) => ({ id: key, text: t(`operations:version_state.${state}`, { version }) })),
      { id: STUDY, text: t('standards-compare:study') },
    ],
    measured: (list.status === 'ready' ? list.data.items : [])
      .filter(({ state }) => state === 'finished')
      .map(({ id, name, day }) => ({ id, text: `${name}, ${format.date(`${day}T12:00:00Z`)}` })),
    card: what === STUDY ? (ofStudy?.card ?? null) : (chosen?.of.card ?? null),
    unit: what === STUDY ? (ofStudy?.parameters.unit ?? null) : (chosen?.of.parameters.unit ?? null),
    error: known.status === 'error' ? known.code : alone.status === 'error' ? alone.code : null,
  };
}

/** Standards of two operations, two versions, or what some measurements give before and after a change, element by element. */
export default function Compare({
  organization,
  row,
  version,
  onClose,
}: {
  organization: string;
  row: Operation;
  version: string;
  onClose: () => void;
}) {
  const t = useT();
  const [deps] = useState(() => browserDeps(organization));
  const [operations] = useState(() => createComparable(deps));
  useStarted(operations);
  const state = useStore(operations.$state);
  const before = useSide(deps, { operation: row.id, what: version, measurements: [] });
  const after = useSide(deps, { operation: row.id, what: version, measurements: [] });
  const list = state.status === 'ready' ? state.data : [row];
  const options = (list.some(({ id }) => id === row.id) ? list : [row, ...list]).map(({ id, code, name }) => ({
    id,
    text: `${code} ${name}`,
  }));
  return (
    <Dialog
      title={t('standards-compare:title')}
      isOpen
      size="lg"
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('standards-compare:close')}</Button>}
    >
      <div className="grid gap-5">
        <div className="grid grid-cols-2 items-start gap-5 *:min-w-0 slim:grid-cols-1">
          <Choice name={t('standards-compare:before')} found={before} operations={options} />
          <Choice name={t('standards-compare:after')} found={after} operations={options} />
        </div>
        {before.error !== null || after.error !== null ? (
          <ErrorState error="network" onRetry={() => void operations.load()} />
        ) : before.card === null || after.card === null ? (
          <p role="status" className="soft">
            {t('standards-compare:nothing')}
          </p>
        ) : (
          <Result comparison={compareCards(before.card, after.card)} units={[before.unit, after.unit]} />
        )}
      </div>
    </Dialog>
  );
}

function Choice({ name, found, operations }: { name: string; found: Found; operations: readonly { id: string; text: string }[] }) {
  const t = useT();
  const { side, set, options, measured } = found;
  const isFull = side.measurements.length >= MOST_STUDIED;
  return (
    <fieldset className="grid gap-3">
      <legend className="h3 mb-1 font-semi">{name}</legend>
      <Select
        label={t('standards-compare:operation')}
        value={side.operation}
        options={operations}
        onChange={(operation) => set({ operation, what: '', measurements: [] })}
      />
      <Select
        label={t('standards-compare:what')}
        value={options.some(({ id }) => id === side.what) ? side.what : (options[0]?.id ?? '')}
        options={options}
        onChange={(what) => set({ what })}
      />
      {side.what !== STUDY ? null : measured.length === 0 ? (
        <p className="soft">{t('standards-compare:no_measurements')}</p>
      ) : (
        <div className="grid max-h-48 gap-1.5 overflow-auto py-1">
          {measured.map(({ id, text }) => (
            <Checkbox
              key={id}
              checked={side.measurements.includes(id)}
              disabled={isFull && !side.measurements.includes(id)}
              onChange={(on) => set({ measurements: on ? [...side.measurements, id] : side.measurements.filter((one) => one !== id) })}
            >
              {text}
            </Checkbox>
          ))}
        </div>
      )}
    </fieldset>
  );
}

function Result({ comparison: { before, after, rows, total }, units }: { comparison: Comparison; units: readonly (string | null)[] }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const sign = (value: number) => (value > 0 ? '+' : '');
  const signed = (value: number) => `${sign(value)}${format.number(value, 3)}`;
  const share = (difference: number, of: number | null) =>
    of === null || of === 0 ? '–' : `${sign(difference)}${format.percent(difference / of, 1)}`;
  const [one = '', other = ''] = units.map((unit) => (unit === null ? '' : unitWord(unit, locale)));
  return (
    <div className="grid gap-2">
      {one === other ? null : <p className="text-late-text">{t('standards-compare:units', { before: one, after: other })}</p>}
      <Scroller>
        <table className="tbl compact [--edge:8px] slim:[&_:is(th,td)]:px-1.5" aria-label={t('standards-compare:title')}>
          <thead>
            <tr>
              <th scope="col">{t('standards-compare:element')}</th>
              <th scope="col" className="num">
                {t('standards-compare:before')}, s
              </th>
              <th scope="col" className="num slim:hidden">
                {t('standards-compare:after')}, s
              </th>
              <th scope="col" className="num">
                {t('standards-compare:change')}, s
              </th>
              <th scope="col" className="num">
                {t('standards-compare:change')}, %
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ activity_id, name, before: was, after: is, difference }) => (
              <tr key={activity_id}>
                <td className="py-1 wrap-anywhere whitespace-normal">
                  {name}
                  {was === null || is === null ? (
                    <small className="block text-ink-3">{t(was === null ? 'standards-compare:added' : 'standards-compare:gone')}</small>
                  ) : null}
                </td>
                <td className="num soft">{was === null ? '–' : format.number(was, 3)}</td>
                <td className="num soft slim:hidden">{is === null ? '–' : format.number(is, 3)}</td>
                <td className="num font-medium">{signed(difference)}</td>
                <td className="num">{share(difference, was)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semi">
              <td>{t('standards-compare:sum')}</td>
              <td className="num">{format.number(before.standard, 3)}</td>
              <td className="num slim:hidden">{format.number(after.standard, 3)}</td>
              <td className="num">{signed(total)}</td>
              <td className="num">{share(total, before.standard)}</td>
            </tr>
          </tfoot>
        </table>
      </Scroller>
      <p className="text-12 text-ink-2">
        {t('standards-compare:parts', {
          normal: signed(after.normal - before.normal),
          allowance: signed(total - (after.normal - before.normal)),
        })}
      </p>
    </div>
  );
}
