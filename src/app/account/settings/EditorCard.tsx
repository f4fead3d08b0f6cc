import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isPreferenceOn,
  savePreference,
  useGradesShown,
  type EditorPreference,
} from '#app/state/editor-preferences.ts';
import { Card } from '#app/ui/page/Card.tsx';
import { SwitchRow } from './SwitchRow.tsx';

/** Defaults of the editor. The editor has most of these switches, too. */
export function EditorCard(): ReactElement {
  const { t } = useTranslation('settings');
  const [gradesShown, setGradesShown] = useGradesShown();
  return (
    <Card title={t('editor')}>
      <ul className="card-rows">
        <PreferenceRow preference="autosave" title={t('autosave')} text={t('autosaveText')} />
        <PreferenceRow preference="grid" title={t('grid')} text={t('gridText')} />
        <PreferenceRow preference="canvasLock" title={t('canvasLock')} text={t('canvasLockText')} />
        <PreferenceRow preference="singleKeys" title={t('singleKeys')} text={t('singleKeysText')} />
        <SwitchRow title={t('grades')} text={t('gradesText')} on={gradesShown} onChange={setGradesShown} />
      </ul>
    </Card>
  );
}

function PreferenceRow({
  preference,
  title,
  text,
}: {
  readonly preference: EditorPreference;
  readonly title: string;
  readonly text: string;
}): ReactElement {
  const [on, setOn] = useState(() => isPreferenceOn(preference));
  return (
    <SwitchRow
      title={title}
      text={text}
      on={on}
      onChange={(next) => {
        savePreference(preference, next);
        setOn(next);
      }}
    />
  );
}
