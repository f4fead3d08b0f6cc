import { App } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';

/** Whether this browser keeps nothing of the unsaved work just now, and the way to say so, which tells the user. */
export function useJournalFault(): readonly [boolean, (problem: Problem | null) => void] {
  const { t } = useTranslation('editor');
  const { message } = App.useApp();
  const [isLost, setLost] = useState(false);
  const tell = useCallback(
    (problem: Problem | null): void => {
      setLost(problem !== null);
      const key = 'journal';
      if (problem === null) void message.success({ content: t('recovery.keptAgain'), key });
      else {
        const content = t(problem.code === 'storage.full' ? 'recovery.full' : 'save.notKept');
        void message.warning({ content, key, duration: 8 });
      }
    },
    [message, t],
  );
  return [isLost, tell];
}
