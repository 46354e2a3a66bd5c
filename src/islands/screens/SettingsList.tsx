import { Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../ui/Button.tsx';

/** A list among the settings of a panel, and how it gets longer; null for those who only read it. */
export function SettingsList({
  title,
  text,
  add,
  children,
}: {
  title: string;
  text: string;
  add: { text: string; isDisabled: boolean; run: () => void; autoFocus?: boolean } | null;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="grid min-w-0 justify-items-start gap-2 *:justify-self-stretch" aria-labelledby={id}>
      <header className="row">
        <h3 className="h2" id={id}>
          {title}
        </h3>
        <span className="spacer" />
        {add ? (
          <Button size="sm" icon={Plus} isDisabled={add.isDisabled} autoFocus={add.autoFocus ?? false} onPress={add.run}>
            {add.text}
          </Button>
        ) : null}
      </header>
      <p className="soft">{text}</p>
      {children}
    </section>
  );
}
