import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { SHORTCUTS } from './shortcuts.ts';

export function ShortcutList(): ReactElement {
  const { t } = useTranslation('help');
  return (
    <dl className="help-keys">
      {SHORTCUTS.map(({ action, keys }) => (
        <div key={action}>
          <dt>{t(`key.${action}`)}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
