import { useStore } from '@nanostores/react';
import { Check, X } from 'lucide-react';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { StatusLamp } from './StatusLamp.tsx';
import { $toasts, dismissToast, holdToasts, releaseToasts, type Toast } from './toasts.ts';
import { Unbroken } from './Unbroken.tsx';

const NONE: readonly Toast[] = [];

const EDGE: Record<Toast['kind'], string> = { ok: 'border-accent', late: 'border-late', alarm: 'border-alarm', info: 'border-info' };

/** The corner where toasts appear; once on a page. Polite for news, assertive for alarms. */
export function Toasts() {
  const t = useT();
  const toasts = useStore($toasts, { ssr: () => NONE });
  return (
    <section
      className="toasts"
      data-react-aria-top-layer="true"
      aria-label={t('ui:toasts.region')}
      onPointerEnter={holdToasts}
      onPointerLeave={releaseToasts}
      onFocus={holdToasts}
      onBlur={releaseToasts}
    >
      <ol className="grid gap-2.5" aria-live="polite" aria-relevant="additions">
        {toasts.map((one) => (
          <li
            key={one.id}
            className={`toast pointer-events-auto flex min-h-10 animate-rise-slow items-center gap-x-2.5 max-[381px]:flex-wrap rounded-2 border-l-3 bg-raised py-1 pr-1.5 pl-3 shadow-2 ${EDGE[one.kind]}`}
          >
            {one.kind === 'ok' ? <Icon of={Check} /> : <StatusLamp kind={one.kind} />}
            {/* Not the entry of the list: that would be none any more. */}
            <span className="flex-1 py-1 leading-4.5" role={one.kind === 'alarm' ? 'alert' : undefined}>
              <Unbroken>{one.text}</Unbroken>
            </span>
            {one.action ? (
              <span className="max-[381px]:order-1 max-[381px]:basis-full max-[381px]:text-right">
                <Button
                  variant="ghost"
                  size="sm"
                  onPress={() => {
                    one.action?.run();
                    dismissToast(one.id);
                  }}
                >
                  {one.action.text}
                </Button>
              </span>
            ) : null}
            <IconButton icon={X} label={t('ui:close')} size="sm" onPress={() => dismissToast(one.id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}
