import { I18nProvider } from 'react-aria-components';
import { englishOf, tagOf } from './region.ts';
import { Words, type WordsProps } from './words.tsx';

export { useEnglish, useFormat, useLanguage, useLocale, useT } from './words.tsx';

/** Gives everything below its language, the component library too, its time zone (of the workspace) and the person's habits. */
export function I18n(props: WordsProps) {
  return (
    <I18nProvider locale={tagOf(props.locale, englishOf(props.habits?.english, props.timeZone ?? 'UTC'))}>
      <Words {...props} />
    </I18nProvider>
  );
}
