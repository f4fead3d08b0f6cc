import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainPage } from './PlainPage.tsx';

const STEPS = ['design', 'bind', 'check', 'print'] as const;

/** Specification 1, section 9. */
const SHORTCUTS: readonly { readonly action: string; readonly keys: readonly string[] }[] = [
  { action: 'selectAll', keys: ['Ctrl', 'A'] },
  { action: 'copy', keys: ['Ctrl', 'C'] },
  { action: 'paste', keys: ['Ctrl', 'V'] },
  { action: 'lock', keys: ['Ctrl', 'L'] },
  { action: 'undo', keys: ['Ctrl', 'Z'] },
  { action: 'redo', keys: ['Ctrl', 'Y'] },
  { action: 'save', keys: ['Ctrl', 'S'] },
  { action: 'download', keys: ['Ctrl', 'Shift', 'S'] },
  { action: 'print', keys: ['Ctrl', 'P'] },
  { action: 'grid', keys: ['Ctrl', "'"] },
  { action: 'delete', keys: ['Delete'] },
  { action: 'nudge', keys: ['←', '↑', '→', '↓'] },
];

export function HelpScreen(): ReactElement {
  const { t } = useTranslation('help');
  return (
    <PlainPage title={t('title')} intro={t('intro')}>
      <ol className="help-steps">
        {STEPS.map((step) => (
          <li key={step}>
            <strong>{t(`step.${step}`)}</strong>
            <p>{t(`step.${step}Text`)}</p>
          </li>
        ))}
      </ol>
      <h2>{t('shortcuts')}</h2>
      <p className="plain-page-note">{t('shortcutsText')}</p>
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
    </PlainPage>
  );
}
