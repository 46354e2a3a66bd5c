import { type ComponentProps, type ReactNode, useId } from 'react';
import { ButtonContext, type ButtonProps } from 'react-aria-components';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button as BrowserButton } from './aria-button.browser.tsx';
import { Button } from './aria-button.tsx';

type Props = ComponentProps<typeof BrowserButton>;
const press = () => undefined;

/** The markup with the attributes of each element in one order, which says nothing. */
const markupOf = (element: ReactNode) =>
  renderToString(element).replace(/<(\w+) ([^>]*)>/g, (_, tag: string, attributes: string) => {
    return `<${tag} ${[...attributes.matchAll(/[\w-]+(?:="[^"]*")?/g)].map(String).sort().join(' ')}>`;
  });

/** Something that has an id of its own, before and behind: those of the whole page have to be the same. */
const Named = () => <i id={useId()} />;
const page = (Drawn: typeof BrowserButton, props: Props, context?: ButtonProps | null) => (
  <>
    <Named />
    <ButtonContext value={context ?? {}}>
      <Drawn {...props}>{props.children ?? <Named />}</Drawn>
    </ButtonContext>
    <Named />
  </>
);

const BUTTONS: Record<string, Props> = {
  'with nothing': {},
  'with a class and a handler': { className: 'btn primary', onPress: press, onHoverStart: press, onFocus: press },
  'with words for those who hear': {
    'aria-label': 'Name <b>"&',
    'aria-describedby': 'tip',
    'aria-details': 'more',
    'aria-labelledby': 'words',
  },
  'that opens something': { 'aria-haspopup': 'dialog', 'aria-expanded': false, 'aria-controls': 'panel' },
  'that is pressed': { 'aria-pressed': true, 'aria-current': 'page', id: 'tasks' },
  'that is no use now': { isDisabled: true, 'aria-disabled': true },
  'that may be used': { isDisabled: false, isPending: false },
  'that is no stop of the Tab key': { excludeFromTabOrder: true, preventFocusOnPress: true, autoFocus: true },
  'of a form': { type: 'submit', form: 'form', name: 'name', value: 'value' },
  'with data and a style': { style: { width: 12 }, ...{ 'data-take': '', 'data-palette': 'here' } },
  'with what is not given': { id: undefined, className: undefined, 'aria-label': undefined, onPress: undefined },
};
const UNUSUAL: Record<string, Props> = {
  'that works': { isPending: true, 'aria-label': 'Save' },
  'whose class follows from its state': { className: ({ isDisabled }) => (isDisabled ? 'off' : 'on'), isDisabled: true },
  'whose words follow from its state': { children: ({ isPressed }) => (isPressed ? 'down' : 'up') },
  'of a language': { lang: 'cs', dir: 'ltr', hidden: true },
  'that sends elsewhere': { type: 'submit', formAction: '/elsewhere', formMethod: 'post' },
};

describe('a button that the server draws', () => {
  it.each(Object.entries({ ...BUTTONS, ...UNUSUAL }))('is what the component library draws: one %s', (_, props) => {
    expect(markupOf(page(Button as typeof BrowserButton, props))).toBe(markupOf(page(BrowserButton, props)));
  });

  const CONTEXTS: Record<string, ButtonProps> = {
    'a menu': { id: 'trigger', 'aria-haspopup': 'menu', 'aria-expanded': false, preventFocusOnPress: true, onPress: press },
    'a tip': { 'aria-describedby': 'tip', onHoverStart: press },
    'a class': { className: 'given', style: { height: 1 } },
    'no use': { isDisabled: true },
  };
  it.each(Object.entries(CONTEXTS))('takes what it is given by %s', (_, context) => {
    for (const props of Object.values({ ...BUTTONS, ...UNUSUAL }))
      expect(markupOf(page(Button as typeof BrowserButton, props, context))).toBe(markupOf(page(BrowserButton, props, context)));
  });

  it('is the one of its slot', () => {
    const context = { slots: { previous: { 'aria-label': 'Earlier' }, next: { 'aria-label': 'Later' } } };
    const drawn = [Button as typeof BrowserButton, BrowserButton].map((Drawn) =>
      markupOf(
        <ButtonContext value={context}>
          <Drawn slot="next" />
        </ButtonContext>,
      ),
    );
    expect(drawn[0]).toContain('Later');
    expect(drawn[0]).toBe(drawn[1]);
  });
});
