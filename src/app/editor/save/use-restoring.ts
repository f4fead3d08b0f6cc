import { App } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { withFetchedBackground } from '#app/state/fetched-background.ts';
import { loadLabel } from '#app/state/load-label.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useServices } from '#app/state/services.tsx';
import { savedAttributes } from '#app/state/template-attributes.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import type { LabelIdentity } from '#app/state/save-label.ts';
import { ok } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import type { Command } from '#editor/editor.ts';

/**
 * Restores an earlier version of the open label, on the server and in the editor, where undo reverts it. Resolves to the
 * problem; null on success. Saves like `useSaving`.
 */
export function useRestoring(
  identity: LabelIdentity,
  onSaved: (identity: LabelIdentity) => Promise<void>,
  showAddress: (path: string) => void,
): (version: number, revision: number) => Promise<Problem | null> {
  const { t } = useTranslation('save');
  const { message } = App.useApp();
  const { api } = useServices();
  const { editor } = useEditorSession();
  const life = useRef(new AbortController());
  useEffect(() => {
    life.current = new AbortController();
    const { current } = life;
    return () => current.abort();
  }, []);

  return useCallback(
    async (version, revision) => {
      const { signal } = life.current;
      const answer = await api.call('restoreVersion', { id: identity.attributes.id, version, revision }, { signal });
      if (!answer.ok) return answer.error;
      const { label } = editor.state().template;
      const loaded = await loadLabel(savedAttributes(answer.value, label), 'edit', null, api, signal);
      if (!loaded.ok) return loaded.error;
      const template = await withFetchedBackground(loaded.value.template, (path) => api.fetchFile(path, { signal }));
      if (signal.aborted) return null;
      editor.endMerge();
      editor.run(restoreTemplate(template));
      editor.markSaved(editor.state().template);
      editor.fit();
      const attributes = savedAttributes(answer.value, template.label);
      await onSaved({ ...identity, attributes, status: 'edit' });
      showAddress(editLabelPath(attributes, 'edit'));
      void message.success({ content: t('restored'), key: 'save' });
      return null;
    },
    [api, editor, identity, message, onSaved, showAddress, t],
  );
}

/** Replaces the whole label by stored unsaved work, as one undo step. */
export function restoreTemplate(template: Template): Command {
  return (context) =>
    ok({
      template: { ...template, assets: new Map([...context.template.assets, ...template.assets]) },
      selection: [],
    });
}
