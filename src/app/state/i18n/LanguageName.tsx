import type { ReactElement } from 'react';
import { HTML_LANGUAGES, LANGUAGE_NAMES, type Language } from './languages.ts';

/** A language's own name, marked so that screen readers pronounce it in that language. */
export function LanguageName({ of }: { readonly of: Language }): ReactElement {
  return <span lang={HTML_LANGUAGES[of]}>{LANGUAGE_NAMES[of]}</span>;
}
