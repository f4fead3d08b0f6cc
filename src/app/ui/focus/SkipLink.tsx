import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { focusScreenStart } from './screen-start.ts';

/** The first tab stop of every screen, visible only while it has the focus. */
export function SkipLink(): ReactElement {
  const { t } = useTranslation();
  return (
    <a
      href="#content"
      className="skip-link"
      onClick={(event) => {
        event.preventDefault();
        focusScreenStart();
      }}
    >
      {t('nav.skip')}
    </a>
  );
}
