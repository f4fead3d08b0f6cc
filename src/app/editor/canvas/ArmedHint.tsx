import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditorState } from '../session/editor-session.tsx';

/** Says, to those who listen too, what is armed and how it is drawn. */
export function ArmedHint(): JSX.Element {
  const { t } = useTranslation('editor');
  const armed = useEditorState((s) => s.armed);
  return (
    <div className="ed-armed" role="status" data-testid="armed-hint">
      {armed === null ? null : (
        <span>
          <b>{t(`type.${armed}`)}</b> {t('draw.hint')}
        </span>
      )}
    </div>
  );
}
