import { I18nProvider } from 'react-aria-components';
import { LOCALE_TAGS } from '../constants.ts';
import { Words, type WordsProps } from './words.tsx';

export { useFormat, useLocale, useT } from './words.tsx';

/** Gives everything below its language, the component library too, its time zone (of the workspace) and the person's habits. */
export function I18n(props: WordsProps) {
  return (
    <I18nProvider locale={LOCALE_TAGS[props.locale]}>
      <Words {...props} />
    </I18nProvider>
  );
}
