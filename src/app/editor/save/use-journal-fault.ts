import { App } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';

/** Whether this browser currently stores none of the unsaved work, and a setter that notifies the user. */
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
