import { useEffect, useEffectEvent, useState } from 'react';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';

const KEY = 'trashed';
/** How long the user can undo a deletion; the trash keeps it longer. */
const UNDO_SECONDS = 10;

export interface Moves {
  /** Moves templates to a folder; resolves to null on success, otherwise to the problem. */
  readonly moveTo: (
    ids: readonly string[],
    folder: { readonly id: string; readonly name: string },
  ) => Promise<Problem | null>;
  /** Moves templates to the trash. The message about it, or Ctrl+Z while it is visible, restores them. */
  readonly remove: (templates: readonly { readonly id: string; readonly name: string }[]) => Promise<void>;
}

/** Calls `onChanged` after the server has done it. */
export function useMoves(onChanged: () => void): Moves {
  const { t } = useTranslation(['templates', 'problems']);
  const { message } = App.useApp();
  const { api } = useServices();
  /** The templates last moved to the trash, while the message about them is visible. */
  const [undoable, setUndoable] = useState<readonly string[] | null>(null);

  function showProblem(problem: Problem): void {
    const notice = noticeText(t, problem);
    if (notice !== null) void message.error(notice);
  }

  async function undo(ids: readonly string[]): Promise<void> {
    setUndoable(null);
    message.destroy(KEY);
    const answer = await api.call('restoreTemplates', { ids: [...ids] });
    onChanged();
    if (answer.ok) void message.success(t('restored', { count: answer.value.count }));
    else showProblem(answer.error);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input:not([type=checkbox]), textarea');
    if (undoable === null || isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void undo(undoable);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return {
    async moveTo(ids, folder) {
      const answer = await api.call('moveTemplates', { ids: [...ids], parent_id: folder.id });
      if (!answer.ok) return answer.error;
      onChanged();
      const { count, renamed } = answer.value;
      if (count > 0) {
        const text = t('moved', { count, folder: folder.name });
        void message.success(renamed === 0 ? text : `${text} ${t('movedRenamed', { count: renamed })}`);
      }
      return null;
    },
    async remove(templates) {
      const ids = templates.map(({ id }) => id);
      const answer = await api.call('deleteTemplates', { ids });
      onChanged();
      if (!answer.ok) {
        showProblem(answer.error);
        return;
      }
      setUndoable(ids);
      void message.open({
        key: KEY,
        type: 'success',
        duration: UNDO_SECONDS,
        onClose: () => setUndoable((now) => (now === ids ? null : now)),
        content: (
          <>
            {ids.length === 1 ? t('trashedNamed', { name: templates[0]?.name }) : t('trashed', { count: ids.length })}
            <Button type="link" size="small" onClick={() => void undo(ids)}>
              {t('undo')}
            </Button>
          </>
        ),
      });
    },
  };
}
