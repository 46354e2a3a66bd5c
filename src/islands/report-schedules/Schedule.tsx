import { Archive, Download, Pencil } from 'lucide-react';
import type { ReportSchedulesStore, SchedulePatch } from '../../lib/client/report-schedules/report-schedules.store.ts';
import { addressOf } from '../../lib/client/reports/fetch-report.ts';
import { getReportRun, type ReportRun, type ReportSchedule } from '../../lib/contract/report-schedules.ts';
import { DAY, wallOf } from '../../lib/domain/time/wall-clock.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Button, type ButtonProps } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { failureOf } from '../ui/problem.ts';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { hourText } from './hour-text.ts';

/** Runs that are shown; the rest is behind them. */
const SHOWN = 3;

/** One report that is made by the clock, and what was made of it. */
export function Schedule({
  store,
  organization,
  schedule,
  mayWrite,
  onEdit,
  edit,
}: {
  store: ReportSchedulesStore;
  organization: string;
  schedule: ReportSchedule;
  mayWrite: boolean;
  onEdit: () => void;
  edit: Partial<ButtonProps>;
}) {
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  const { name, period, hour, runs, active, next_at } = schedule;
  const save = async (patch: SchedulePatch, from: ReportSchedule = schedule) => {
    try {
      return await store.save(from, patch);
    } catch (error) {
      toast({ kind: 'alarm', text: `${name}: ${t(`errors:${failureOf(error).code}`)}` });
      return null;
    }
  };
  const archive = async () => {
    const archived = await save({ archived: true });
    if (archived)
      toast({
        text: t('reports:archived', { name }),
        action: { text: t('reports:undo'), run: () => void save({ archived: false }, archived) },
      });
  };
  const of = schedule.datalogger_name ?? t('reports:channels', { count: schedule.channel_count ?? 0 });
  const when = period === 'shift' ? t('reports:when.shift') : t(`reports:when.${period}`, { time: hourText(format, zone, hour) });
  return (
    <li className="grid grid-cols-2 items-start gap-x-8 gap-y-2 px-5 py-3 half:grid-cols-1 slim:px-4">
      <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="h2 min-w-0 wrap-anywhere">{name}</h2>
        {active ? <Status kind="online">{t('reports:on')}</Status> : <Status kind="paused">{t('reports:off')}</Status>}
        <Tag>{t(`reports:format.${schedule.format}`)}</Tag>
        <span className="spacer" />
        {mayWrite ? (
          <span className="flex flex-wrap gap-1.5">
            <Button size="sm" onPress={() => void save({ active: !active })}>
              {t(active ? 'reports:turn_off' : 'reports:turn_on')}
            </Button>
            <Button size="sm" icon={Pencil} onPress={onEdit} {...edit}>
              {t('reports:edit')}
            </Button>
            <Button size="sm" variant="ghost" icon={Archive} onPress={() => void archive()}>
              {t('reports:archive')}
            </Button>
          </span>
        ) : null}
      </div>
      <p className="soft">
        {[of, when, t(`reports:locale.${schedule.locale}`)].join(' · ')}
        <br />
        {schedule.recipient_names.length === 0 ? t('reports:to_nobody') : t('reports:to', { names: format.list(schedule.recipient_names) })}
      </p>
      <div className="grid gap-2">
        <p>
          {next_at !== null
            ? t('reports:next', { time: format.dateTime(next_at, 'minute') })
            : t(active ? 'reports:no_shifts' : 'reports:next_off')}
        </p>
        {runs.length === 0 ? (
          <p className="muted">{t('reports:no_runs')}</p>
        ) : (
          <ul className="grid gap-1" aria-label={t('reports:runs', { name })}>
            {runs.slice(0, SHOWN).map((run) => (
              <Run key={run.id} organization={organization} schedule={schedule} run={run} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function Run({ organization, schedule, run }: { organization: string; schedule: ReportSchedule; run: ReportRun }) {
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  const last = Date.parse(run.to) - 1;
  const isDay = format.date(run.from) === format.date(last);
  const isWhole = [run.from, run.to].every((at) => wallOf(Date.parse(at), zone) % DAY === 0);
  // Of whole days the clock says nothing.
  const time = isWhole
    ? format.date(run.from) + (isDay ? '' : ` – ${format.date(last)}`)
    : `${format.dateTime(run.from, 'minute')} – ${isDay ? format.time(run.to, 'minute') : format.dateTime(run.to, 'minute')}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {run.failure !== null ? (
        <Status kind="alarm">{t('reports:failed')}</Status>
      ) : (
        <Status kind={run.mailed > 0 ? 'online' : 'offline'}>
          {run.mailed > 0 ? t('reports:mailed', { count: run.mailed }) : t('reports:kept')}
        </Status>
      )}
      <span>{time}</span>
      {run.failure !== null ? <span className="soft">{t(`errors:${run.failure}`)}</span> : null}
      {run.available ? (
        <ButtonLink
          size="sm"
          icon={Download}
          href={addressOf(getReportRun, { organization_id: organization, id: schedule.id, run_id: run.id })}
          download
        >
          {t('reports:download', { size: format.bytes(run.size ?? 0) })}
          <span className="vh">{` ${schedule.name}, ${time}`}</span>
        </ButtonLink>
      ) : run.failure === null ? (
        <span className="muted">{t('reports:gone')}</span>
      ) : null}
    </li>
  );
}
