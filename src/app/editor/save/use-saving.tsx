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
import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { ConflictDialog, type ConflictChoice, type ConflictDialogProps } from './ConflictDialog.tsx';
import { addLabel, coverLabel, editLabel, type SaveOutcome } from './save-calls.ts';
import { savedAttributes } from '#app/state/template-attributes.ts';
import { DESTRUCTIVE } from '#app/choice/destructive.ts';
import { saveLabel, type LabelIdentity, type SaveProblem } from './save-label.ts';
import { isPassing, useRetrying } from './retrying.ts';
import { useSavePlace } from './use-save-place.tsx';

export interface Saving {
  readonly busy: boolean;
  /** The last save has failed for now, and is tried again by itself. */
  readonly waits: boolean;
  /** True once it is on the server. A call during a running save gives that save's result. */
  save(): Promise<boolean>;
  /** The same, as another label; the one that was open stays as it was saved last. */
  saveAs(): Promise<boolean>;
  /** A question that a save asks the user, for the screen to show; null for none. */
  readonly dialog: JSX.Element | null;
}

/** A save that may have to be made more than once, always of the same. */
interface Attempt {
  readonly key: string;
  readonly template: Template;
  /** The editor's, which the user may have saved under another one. */
  readonly nameBefore: string;
  readonly record: DataRecord;
  /** Of the editor. */
  readonly revision: number;
  readonly identity: LabelIdentity;
  readonly remark: string;
}

/**
 * Saves the label and, once `onSaved` has ended, changes the address to the one of the saved label: whoever reloads the
 * page from then on finds nothing unsaved.
 * What fails in passing is tried again by itself. `beforeSave` ends what must not go on beside a save.
 */
export function useSaving(
  identity: LabelIdentity,
  onSaved: (identity: LabelIdentity) => Promise<void>,
  showAddress: (path: string) => void,
  beforeSave: () => Promise<void>,
): Saving {
  const { t } = useTranslation('editor');
  const { message, modal } = App.useApp();
  const { api } = useServices();
  const { editor, render, data } = useEditorSession();
  const [busy, setBusy] = useState(false);
  const { ask: askPlace, dialog: placeDialog } = useSavePlace();
  const [conflict, setConflict] = useState<ConflictDialogProps | null>(null);
  const running = useRef<Promise<boolean> | null>(null);
  /** The save that failed in passing, and how often it has. */
  const pending = useRef<Attempt | null>(null);
  const [failures, setFailures] = useState(0);
  /** What the label is by now, also within one save of several. */
  const present = useRef(identity);
  useEffect(() => void (present.current = identity), [identity]);
  const life = useRef(new AbortController());
  useEffect(() => {
    life.current = new AbortController();
    const { current } = life;
    return () => current.abort();
  }, []);

  const start = useCallback(
    (what: 'label' | 'another' | 'pending'): Promise<boolean> => {
      function tell(problem: SaveProblem): void {
        const reason = problem.code === 'template.empty' ? t('tips:tip50') : toldText(t, problem);
        if (reason === null) return;
        const text = problem.uploadFailed === true ? `${t('tips:tip127')}: ${reason}` : reason;
        void message.error({ content: text, duration: 6, key: 'save' });
      }

      async function become(info: TemplateInfo, { template, nameBefore, revision }: Attempt): Promise<void> {
        const next: LabelIdentity = {
          ...present.current,
          attributes: savedAttributes(info, template.label),
          status: 'edit',
        };
        const untouched = editor.state().revision === revision;
        // It may have been saved as another label, or under another name to keep both versions.
        if (info.name !== nameBefore) editor.run(setLabel({ name: info.name }));
        editor.run(nameOwnLabel(window.location.origin, info.id));
        editor.markSaved(untouched ? editor.state().template : template);
        present.current = next;
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
              ...DESTRUCTIVE,
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

      /** What is to be saved now; null where the user does not save it after all. */
      async function begin(asAnother: boolean): Promise<Attempt | null> {
        const { signal } = life.current;
        const { template, revision } = editor.state();
        const { record } = data.state.get();
        const { current } = present;
        const isNew = asAnother || current.status !== 'edit' || current.attributes.id === '';
        const { name } = template.label;
        const place =
          isNew && template.elements.length > 0 ? await askPlace(name, current, asAnother, signal) : undefined;
        if (place === null || signal.aborted) return null;
        return {
          key: crypto.randomUUID(),
          template: place === undefined ? template : { ...template, label: { ...template.label, name: place.name } },
          nameBefore: name,
          record,
          revision,
          identity: place === undefined ? current : placed(current, place.folderId),
          remark: place?.remark ?? '',
        };
      }

      async function carryOut(attempt: Attempt): Promise<boolean> {
        const { signal } = life.current;
        setBusy(true);
        await beforeSave();
        let outcome: Result<SaveOutcome, SaveProblem> | null = await saveLabel(
          attempt.template,
          attempt.record,
          attempt.identity,
          { api, render },
          signal,
          attempt,
        );
        while (outcome !== null && outcome.ok && outcome.value.type !== 'saved' && !signal.aborted) {
          outcome = await settle(outcome.value, signal);
        }
        if (signal.aborted) return false;
        const isAgain = attempt === pending.current;
        const waits = outcome?.ok === false && isPassing(outcome.error);
        pending.current = waits ? attempt : null;
        setFailures((before) => (waits ? before + 1 : 0));
        if (outcome === null) return false;
        if (!outcome.ok) {
          // Once: that it is tried again stands beside the name.
          if (!isAgain || !waits || what !== 'pending') tell(outcome.error);
          return false;
        }
        if (outcome.value.type === 'saved') await become(outcome.value.info, attempt);
        return outcome.value.type === 'saved';
      }

      async function run(): Promise<boolean> {
        const { current: before } = pending;
        // It may have reached the server: what is there must be known before anything else is saved.
        if (before !== null) {
          const saved = await carryOut(before);
          if (!saved || what === 'pending' || (what === 'label' && !editor.state().dirty)) return saved;
        }
        if (what === 'pending') return false;
        const attempt = await begin(what === 'another');
        return attempt !== null && carryOut(attempt);
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
    [api, askPlace, beforeSave, data, editor, message, modal, onSaved, render, showAddress, t],
  );
  const save = useCallback(() => start('label'), [start]);
  const saveAs = useCallback(() => start('another'), [start]);
  const retry = useCallback(() => void start('pending'), [start]);
  useRetrying(failures, retry);
  const dialog = conflict === null ? placeDialog : <ConflictDialog {...conflict} />;
  return { busy, waits: failures > 0, save, saveAs, dialog };
}

/** The label as one that is saved for the first time, in that folder. */
function placed(identity: LabelIdentity, folderId: string): LabelIdentity {
  return {
    ...identity,
    status: 'add',
    attributes: { ...identity.attributes, id: '', revision: 0, parentId: folderId },
  };
}
