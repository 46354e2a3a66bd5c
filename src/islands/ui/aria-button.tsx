import { type ComponentProps, type ContextType, type CSSProperties, type ReactNode, useContext, useId } from 'react';
import { Button as AriaButton, ButtonContext } from 'react-aria-components';

type Props = ComponentProps<typeof AriaButton>;

/** Properties that stand in the markup as they are given, beside those of data. */
const WRITTEN: ReadonlySet<string> = new Set([
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-details',
  'aria-disabled',
  'aria-expanded',
  'aria-haspopup',
  'aria-label',
  'aria-labelledby',
  'aria-pressed',
  'form',
  'name',
  'value',
]);
/** Those that stand in it in another way, and those that only the browser needs. */
const KNOWN: ReadonlySet<string> = new Set([
  'autoFocus',
  'children',
  'className',
  'excludeFromTabOrder',
  'id',
  'isDisabled',
  'preventFocusOnPress',
  'ref',
  'style',
  'type',
]);
const isWritten = (name: string) => WRITTEN.has(name) || name.startsWith('data-');
const isHandler = (name: string) => name.startsWith('on');

/**
 * The component library's button as the server draws it, with the same markup. What the library does for it is for presses, pointers and the focus, which only a browser has. Not
 * for what stands in a collection, of which the library keeps hidden copies without buttons.
 */
export function Button(own: Props) {
  const context = useContext(ButtonContext);
  const props = plainOf(own, context);
  return props ? <PlainButton {...props} /> : <AriaButton {...own} />;
}

/** Its properties with those that it is given by what stands around it; null where it takes the library to say what becomes of them. */
function plainOf(own: Props, context: ContextType<typeof ButtonContext>): Record<string, unknown> | null {
  if (own.slot !== undefined || (context && 'slots' in context)) return null;
  const props: Record<string, unknown> = { ...context };
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    if (MERGED.has(name) && props[name]) return null;
    props[name] = value;
  }
  for (const name in props) if (!isPlain(name, props[name])) return null;
  return props;
}

/** Two of them make a third. */
const MERGED: ReadonlySet<string> = new Set(['className', 'id', 'style']);

function isPlain(name: string, value: unknown): boolean {
  if (value === undefined || isWritten(name) || isHandler(name)) return true;
  // Such a function is asked what it makes of the button's state.
  return KNOWN.has(name) ? typeof value !== 'function' || name === 'ref' : name === 'isPending' && !value;
}

function PlainButton({
  id,
  className = 'react-aria-Button',
  style,
  type = 'button',
  isDisabled,
  excludeFromTabOrder,
  children,
  ...rest
}: Props) {
  // What has no id gets the one that the library gives it in the browser.
  const ownId = useId();
  const written: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) if (isWritten(name)) written[name] = value;
  return (
    <button
      {...written}
      className={className as string}
      style={style as CSSProperties | undefined}
      data-rac=""
      type={type}
      disabled={isDisabled}
      tabIndex={isDisabled ? undefined : excludeFromTabOrder ? -1 : 0}
      data-react-aria-pressable
      id={id ?? `react-aria-${ownId}`}
      data-disabled={isDisabled || undefined}
    >
      {children as ReactNode}
    </button>
  );
}
