import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { hasHabit, keepHabit, type EditorHabit } from '#app/state/editor-habits.ts';
import { useGradesShown, useSetGradesShown } from '#app/state/grades-shown.ts';
import { Card } from '#app/ui/page/Card.tsx';
import { SwitchRow } from './SwitchRow.tsx';

/** What the editor begins with. The editor has most of these switches, too. */
export function EditorCard(): ReactElement {
  const { t } = useTranslation('settings');
  const gradesShown = useGradesShown();
  const setGradesShown = useSetGradesShown();
  return (
    <Card title={t('editor')}>
      <ul className="card-rows">
        <HabitRow habit="autosave" title={t('autosave')} text={t('autosaveText')} />
        <HabitRow habit="grid" title={t('grid')} text={t('gridText')} />
        <HabitRow habit="canvasLock" title={t('canvasLock')} text={t('canvasLockText')} />
        <HabitRow habit="singleKeys" title={t('singleKeys')} text={t('singleKeysText')} />
        <SwitchRow title={t('grades')} text={t('gradesText')} on={gradesShown} onChange={setGradesShown} />
      </ul>
    </Card>
  );
}

function HabitRow({
  habit,
  title,
  text,
}: {
  readonly habit: EditorHabit;
  readonly title: string;
  readonly text: string;
}): ReactElement {
  const [on, setOn] = useState(() => hasHabit(habit));
  return (
    <SwitchRow
      title={title}
      text={text}
      on={on}
      onChange={(next) => {
        keepHabit(habit, next);
        setOn(next);
      }}
    />
  );
}
