import { App } from 'antd';
import { useCallback, useEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { toldText } from '#app/i18n/problem-text.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useServices } from '#app/state/services.tsx';
import { setLabel } from '#editor/commands/label.ts';
import { nameOwnLabel } from '#editor/commands/label-code.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import type { Template } from '#model/template/template.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { ConflictDialog, type ConflictChoice, type ConflictDialogProps } from './ConflictDialog.tsx';
import { addLabel, coverLabel, editLabel, type SaveOutcome } from './save-calls.ts';
import { savedAttributes } from '#app/state/template-attributes.ts';
import { saveLabel, type LabelIdentity, type SaveProblem } from './save-label.ts';
import { useSavePlace } from './use-save-place.tsx';

export interface Saving {
  readonly busy: boolean;
  /** True once it is on the server. A call during a running save gives that save's result. */
  save(): Promise<boolean>;
  /** The same, as another label; the one that was open stays as it was saved last. */
  saveAs(): Promise<boolean>;
  /** A question that a save asks the user, for the screen to show; null for none. */
  readonly dialog: JSX.Element | null;
}

/**
 * Saves the label and, once `onSaved` has ended, changes the address to the one of the saved label: whoever reloads the
 * page from then on finds nothing unsaved.
 */
export function useSaving(
  identity: LabelIdentity,
  onSaved: (identity: LabelIdentity) => Promise<void>,
  showAddress: (path: string) => void,
): Saving {
  const { t } = useTranslation('editor');
  const { message, modal } = App.useApp();
  const { api } = useServices();
  const { editor, render, data } = useEditorSession();
  const [busy, setBusy] = useState(false);
  const { ask: askPlace, dialog: placeDialog } = useSavePlace();
  const [conflict, setConflict] = useState<ConflictDialogProps | null>(null);
  const running = useRef<Promise<boolean> | null>(null);
  const life = useRef(new AbortController());
  useEffect(() => {
    life.current = new AbortController();
    const { current } = life;
    return () => current.abort();
  }, []);

  const start = useCallback(
    (asAnother: boolean): Promise<boolean> => {
      function tell(problem: SaveProblem): void {
        const reason = problem.code === 'template.empty' ? t('tips:tip50') : toldText(t, problem);
        if (reason === null) return;
        const text = problem.uploadFailed === true ? `${t('tips:tip127')}: ${reason}` : reason;
        void message.error({ content: text, duration: 6, key: 'save' });
      }

      async function become(info: TemplateInfo, template: Template, revision: number): Promise<void> {
        const next: LabelIdentity = { ...identity, attributes: savedAttributes(info, template.label), status: 'edit' };
        const untouched = editor.state().revision === revision;
        // If both versions were kept, this one was saved under another name.
        if (info.name !== template.label.name) editor.run(setLabel({ name: info.name }));
        editor.run(nameOwnLabel(window.location.origin, info.id));
        editor.markSaved(untouched ? editor.state().revision : revision);
        await onSaved(next);
        // The user may have left meanwhile.
        if (life.current.signal.aborted) return;
        showAddress(editLabelPath(next.attributes, 'edit'));
        void message.success({ content: t('tips:tip58'), key: 'save' });
      }

      function askConflict(outcome: Extract<SaveOutcome, { type: 'changedMeanwhile' }>): Promise<ConflictChoice> {
        return new Promise((resolve) => {
          const { present, files } = outcome;
          const onChoice = (choice: ConflictChoice): void => {
            setConflict(null);
            resolve(choice);
          };
          setConflict({ present, name: files.fields.name, preview: files.preview, onChoice });
        });
      }

      /** Asks the user what to do, and does it; null when the user cancels. The result may need another question. */
      async function settle(outcome: SaveOutcome, signal: AbortSignal): Promise<Result<SaveOutcome> | null> {
        switch (outcome.type) {
          case 'saved':
            return ok(outcome);
          case 'nameTaken': {
            const { id, revision, files } = outcome;
            const cover = await modal.confirm({
              title: t('save.coverTitle'),
              content: t('save.coverText', { name: files.fields.name }),
              okText: t('save.cover'),
              okButtonProps: { danger: true },
              cancelText: t('common:action.cancel'),
            });
            return cover ? coverLabel(id, revision, files, api, signal) : null;
          }
          case 'changedMeanwhile': {
            const choice = await askConflict(outcome);
            const { present, files } = outcome;
            if (choice === 'cancel') return null;
            return choice === 'keepBoth'
              ? addLabel(files, api, signal, true)
              : editLabel(present.id, present.revision, files, api, signal);
          }
          case 'deleted': {
            const again = await modal.confirm({
              title: t('save.deletedTitle'),
              content: t('save.deletedText', { name: outcome.files.fields.name }),
              okText: t('save.deletedSave'),
              cancelText: t('common:action.cancel'),
            });
            return again ? addLabel(outcome.files, api, signal, true) : null;
          }
        }
      }

      async function run(): Promise<boolean> {
        const { signal } = life.current;
        const { template, revision } = editor.state();
        const { record } = data.state.get();
        const isNew = asAnother || identity.status !== 'edit' || identity.attributes.id === '';
        const { name } = template.label;
        const place =
          isNew && template.elements.length > 0 ? await askPlace(name, identity, asAnother, signal) : undefined;
        if (place === null || signal.aborted) return false;
        setBusy(true);
        let outcome: Result<SaveOutcome, SaveProblem> | null = await saveLabel(
          place === undefined ? template : { ...template, label: { ...template.label, name: place.name } },
          record,
          place === undefined ? identity : placed(identity, place.folderId),
          { api, render },
          signal,
          place?.remark,
        );
        while (outcome !== null && outcome.ok && outcome.value.type !== 'saved' && !signal.aborted) {
          outcome = await settle(outcome.value, signal);
        }
        if (outcome === null || signal.aborted) return false;
        if (!outcome.ok) {
          tell(outcome.error);
          return false;
        }
        if (outcome.value.type === 'saved') await become(outcome.value.info, template, revision);
        return outcome.value.type === 'saved';
      }

      running.current ??= (async () => {
        editor.endMerge();
        try {
          return await run();
        } finally {
          running.current = null;
          setBusy(false);
        }
      })();
      return running.current;
    },
    [api, askPlace, data, editor, identity, message, modal, onSaved, render, showAddress, t],
  );
  const save = useCallback(() => start(false), [start]);
  const saveAs = useCallback(() => start(true), [start]);
  return { busy, save, saveAs, dialog: conflict === null ? placeDialog : <ConflictDialog {...conflict} /> };
}

/** The label as one that is saved for the first time, in that folder. */
function placed(identity: LabelIdentity, folderId: string): LabelIdentity {
  return {
    ...identity,
    status: 'add',
    attributes: { ...identity.attributes, id: '', revision: 0, parentId: folderId },
  };
}
