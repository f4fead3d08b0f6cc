import { App } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { problemText } from '#app/i18n/problem-text.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useServices } from '#app/state/services.tsx';
import type { TemplateInfo } from '#protocol/api.ts';
import type { Template } from '#model/template/template.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { coverLabel, savedAttributes, saveLabel, type LabelIdentity, type SaveProblem } from './save-label.ts';

export interface Saving {
  readonly busy: boolean;
  /** True once it is on the server. A second call while one runs is the same one. */
  save(): Promise<boolean>;
}

/** Saves the label and lets the route say what it is now. */
export function useSaving(identity: LabelIdentity, onSaved: (identity: LabelIdentity) => void): Saving {
  const { t } = useTranslation('editor');
  const { message, modal } = App.useApp();
  const navigate = useNavigate();
  const { api } = useServices();
  const { editor, render, data } = useEditorSession();
  const [busy, setBusy] = useState(false);
  const running = useRef<Promise<boolean> | null>(null);
  const life = useRef(new AbortController());
  useEffect(() => {
    life.current = new AbortController();
    const { current } = life;
    return () => current.abort();
  }, []);

  const save = useCallback((): Promise<boolean> => {
    function tell(problem: SaveProblem): void {
      if (problem.code === 'aborted') return;
      const reason = problem.code === 'template.empty' ? t('tips:tip50') : problemText(t, problem);
      const text = problem.uploadFailed === true ? `${t('tips:tip127')}: ${reason}` : reason;
      void message.error({ content: text, duration: 6 });
    }

    function become(info: TemplateInfo, template: Template, revision: number): void {
      const next: LabelIdentity = { ...identity, attributes: savedAttributes(info, template), status: 'edit' };
      editor.markSaved(revision);
      onSaved(next);
      void navigate(editLabelPath(next.attributes, 'edit'), { replace: true });
      void message.success(t('tips:tip58'));
    }

    async function run(): Promise<boolean> {
      const { signal } = life.current;
      const { template, revision } = editor.state();
      const { record } = data.state.get();
      const outcome = await saveLabel(template, record, identity, { api, render }, signal);
      if (signal.aborted) return false;
      if (!outcome.ok) {
        tell(outcome.error);
        return false;
      }
      if (outcome.value.type === 'saved') {
        become(outcome.value.info, template, revision);
        return true;
      }
      const { id, fields } = outcome.value;
      const cover = await modal.confirm({
        title: t('save.coverTitle'),
        content: t('save.coverText', { name: fields.name }),
        okText: t('save.cover'),
        okButtonProps: { danger: true },
        cancelText: t('common:action.cancel'),
      });
      if (!cover || signal.aborted) return false;
      const covered = await coverLabel(id, fields, api, signal);
      if (signal.aborted) return false;
      if (!covered.ok) {
        // 402 on overwrite only closes the dialog.
        if (!covered.error.silent) tell(covered.error);
        return false;
      }
      become(covered.value, template, revision);
      return true;
    }

    running.current ??= (async () => {
      editor.endMerge();
      setBusy(true);
      try {
        return await run();
      } finally {
        running.current = null;
        setBusy(false);
      }
    })();
    return running.current;
  }, [api, data, editor, identity, message, modal, navigate, onSaved, render, t]);
  return { busy, save };
}
