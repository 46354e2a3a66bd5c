import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createSensorTypes } from '../../lib/client/sensor-types/sensor-types.store.ts';
import { type Channel, updateChannel } from '../../lib/contract/channels.ts';
import { unitOf } from '../../lib/domain/quantities/quantities.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Select } from '../ui/form/Select.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

await ready('first-message');

/** A message of numbers says no unit: a person says what they measure, and unit and decimals follow from that. */
export default function WhatMeasured({ channels, deps }: { channels: readonly Channel[]; deps: StoreDeps }) {
  const t = useT();
  const locale = useLocale();
  const [types] = useState(() => createSensorTypes(deps));
  useStarted(types);
  const known = useStore(types.$state);
  const options = (known.status === 'ready' ? known.rows : [])
    .filter(({ kind, archived_at }) => archived_at === null && kind !== 'state' && kind !== 'text')
    .map(({ id, names, quantity, display_unit, unit }) => {
      const symbol = unitOf(quantity, display_unit)?.symbol ?? display_unit;
      const text = symbol === '' ? names[locale] : `${names[locale]} (${symbol})`;
      return { id, text, unit: display_unit === unit ? null : symbol };
    })
    .sort((a, b) => a.text.localeCompare(b.text, locale));
  const choose = async ({ id, rev, key }: Channel, sensor_type_id: string) => {
    // What came is meant in the unit that the choice names.
    const unit = options.find((one) => one.id === sensor_type_id)?.unit ?? null;
    try {
      await deps.call(updateChannel, { params: { organization_id: deps.organization, id }, body: { rev, sensor_type_id, unit } });
    } catch (error) {
      toast({ kind: 'alarm', text: `${key}: ${t(`errors:${failureOf(error).code}`)}` });
    }
  };
  return (
    <span className="grid basis-full grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
      {channels.map((channel) => (
        <Select
          key={channel.id}
          label={t('first-message:measures', { key: channel.key })}
          value=""
          options={[{ id: '', text: t('first-message:measures_none') }, ...options]}
          onChange={(id) => void choose(channel, id)}
          disabled={options.length === 0}
        />
      ))}
    </span>
  );
}
