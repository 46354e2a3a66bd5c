import type { EvaluatedChannel, RecordedChannel, Recording, RecordingEvaluation } from '../../lib/contract/recordings.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { figureWords } from '../../lib/i18n/recording-words.ts';
import { Scroller } from '../ui/Scroller.tsx';
import { HeldCalibrations } from './HeldCalibrations.tsx';
import { VerdictStatus } from './RecordingStatus.tsx';

/** What stands below the name of the channel on a phone. */
const BELOW: readonly string[] = ['n', 'coverage', 'sd'];

/** Statistics of each channel over the whole recording. */
export function Figures({ row, evaluation }: { row: Pick<Recording, 'channels'>; evaluation: RecordingEvaluation }) {
  const t = useT();
  const byId = new Map(row.channels.map((channel) => [channel.channel_id, channel]));
  const shown = evaluation.channels.filter(({ statistics }) => statistics !== null);
  if (shown.length === 0) return null;
  const kinetic = shown.some(({ statistics }) => statistics?.kinetic_c != null);
  return (
    <section className="border-t border-line-2" aria-labelledby="recording-figures">
      <h2 id="recording-figures" className="h2 px-5 pt-3 pb-1 slim:px-4">
        {t('recordings:figures.title')} <span className="muted font-normal">{t('recordings:figures.whole')}</span>
      </h2>
      <Scroller>
        <table
          className="tbl compact min-w-170 slim:min-w-0 print:[&_:is(td,th):not(.num)]:min-w-16"
          aria-label={t('recordings:figures.title')}
        >
          <thead>
            <tr>
              <th scope="col">{t('recordings:condition.channel')}</th>
              {(['n', 'coverage', 'min', 'mean', 'max', 'sd'] as const).map((key) => (
                <th key={key} scope="col" className={`num ${BELOW.includes(key) ? 'slim:hidden' : ''}`}>
                  {t(`recordings:figures.${key}`)}
                </th>
              ))}
              {kinetic ? (
                <th scope="col" className="num slim:hidden">
                  {t('recordings:figures.kinetic')}
                </th>
              ) : null}
              <th scope="col" className="slim:hidden">
                {t('recordings:column.verdict')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <Line key={one.channel_id} one={one} channel={byId.get(one.channel_id)!} kinetic={kinetic} />
            ))}
          </tbody>
        </table>
      </Scroller>
      <HeldCalibrations shown={shown} byId={byId} />
    </section>
  );
}

function Line({ one, channel, kinetic }: { one: EvaluatedChannel; channel: RecordedChannel; kinetic: boolean }) {
  const t = useT();
  const format = useFormat();
  const { n, coverage, min, mean, mean_kind, max, sd, kinetic: mkt } = figureWords(one.statistics!, channel, t, format);
  const verdict =
    one.verdict === null ? <span className="muted">{t('recordings:no_limit')}</span> : <VerdictStatus verdict={one.verdict} />;
  const below = [
    [t('recordings:figures.n'), n],
    [t('recordings:figures.coverage'), coverage],
    [t('recordings:figures.sd'), sd],
    ...(kinetic ? [[t('recordings:figures.kinetic'), mkt]] : []),
  ];
  return (
    <tr>
      <td className="py-1! slim:whitespace-normal">
        {channel.name}
        {channel.datalogger_name === null ? null : <span className="muted block text-11">{channel.datalogger_name}</span>}
        <span className="muted hidden text-11 slim:block">
          {below.map(([name, figure]) => (
            <span key={name} className="block">
              {name} {figure}
            </span>
          ))}
          <span className="mt-0.5 block">{verdict}</span>
        </span>
      </td>
      <td className="num slim:hidden">{n}</td>
      <td className="num slim:hidden">{coverage}</td>
      <td className="num">{min}</td>
      <td className="num med">
        {mean}
        {mean_kind === null ? null : <span className="muted block text-11 font-normal">{mean_kind}</span>}
      </td>
      <td className="num">{max}</td>
      <td className="num slim:hidden">{sd}</td>
      {kinetic ? <td className="num med slim:hidden">{mkt}</td> : null}
      <td className="slim:hidden">{verdict}</td>
    </tr>
  );
}
