import { App } from 'antd';
import { useCallback, useEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText, noticeText } from '#app/state/i18n/problem-text.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useServices } from '#app/state/services.tsx';
import { setLabel, nameOwnLabel } from '#editor/commands/label.ts';
import { ok, type Result } from '#model/kernel/result.ts';

import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { usedPrivileges } from '#model/template/used-privileges.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { ConflictDialog, type ConflictChoice, type ConflictDialogProps } from './ConflictDialog.tsx';
import { addLabel, coverLabel, editLabel, type SavedOutcome, type SaveOutcome } from '#app/state/save-calls.ts';
import { savedAttributes } from '#app/state/template-attributes.ts';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import type { CloudKeeper } from './cloud-keeper.ts';
import { saveLabel, type LabelIdentity, type SaveProblem, type SaveTerms } from '#app/state/save-label.ts';
import { isPassing, useRetrying } from './retrying.ts';
import { useSavePlace } from './use-save-place.tsx';

export interface Saving {
  readonly busy: boolean;
  /** Whether the current save is an autosave. */
  readonly isAuto: boolean;
  /** Whether the last save has failed temporarily and is retried automatically. */
  readonly hasRetryPending: boolean;
  /** Why the open label can't be saved in its current state, until it is saved after all; null for no known reason. */
  readonly refusal: string | null;
  /** True once it is on the server. A call during a running save gives that save's result. */
  save(): Promise<boolean>;
  /** The same, as another label; the open one stays as it was saved last. */
  saveAs(): Promise<boolean>;
  /**
   * Saves the changes without a message. Asks the same questions as a manual save if the label was changed or deleted
   * elsewhere. Does nothing while an earlier save waits for a retry, or if one like this was rejected.
   */
  autosave(): void;
  /** A question to the user during a save, for the screen to show; null for none. */
  readonly dialog: JSX.Element | null;
}

/** A save that may need several attempts with the same data. */
interface Attempt extends SaveTerms {
  readonly template: Template;
  /** The editor's name, which the user may have replaced in the dialog. */
  readonly nameBefore: string;
  readonly record: DataRecord;
  /** The editor's revision. */
  readonly revision: number;
  readonly identity: LabelIdentity;
}

/** A rejected state of the open label. */
interface Refused {
  readonly identity: LabelIdentity;
  readonly reason: string;
  /** Whether the label has changed so that it may be saved now. */
  isCured(now: Template): boolean;
}

/**
 * Saves the label and, after `onSaved`, changes the address to that of the saved label: a reload from then on finds nothing
 * unsaved.
 * Temporary failures are retried automatically. The draft in the cloud is paused during a save.
 */
export function useSaving(
  identity: LabelIdentity,
  onSaved: (identity: LabelIdentity) => Promise<void>,
  showAddress: (path: string) => void,
  cloud: Pick<CloudKeeper, 'rest' | 'resume'>,
): Saving {
  const { t } = useTranslation('editor');
  const { message, modal } = App.useApp();
  const { api } = useServices();
  const { editor, render, data } = useEditorSession();
  const [busy, setBusy] = useState<'no' | 'auto' | 'asked'>('no');
  const { ask: askPlace, dialog: placeDialog } = useSavePlace();
  const [conflict, setConflict] = useState<ConflictDialogProps | null>(null);
  const running = useRef<Promise<boolean> | null>(null);
  const runningAuto = useRef<Promise<unknown> | null>(null);
  /** The temporarily failed save, and its number of failures. */
  const pending = useRef<Attempt | null>(null);
  const [failures, setFailures] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);
  const lastRefused = useRef(refused);
  useEffect(() => void (lastRefused.current = refused), [refused]);
  const [editSession] = useState(() => crypto.randomUUID());
  /** The label's current identity, also within one save of several steps. */
  const present = useRef(identity);
  useEffect(() => void (present.current = identity), [identity]);
  const life = useRef(new AbortController());
  useEffect(() => {
    life.current = new AbortController();
    const { current } = life;
    return () => current.abort();
  }, []);

  const start = useCallback(
    (what: 'label' | 'another' | 'pending' | 'auto'): Promise<boolean> => {
      function showProblem(problem: SaveProblem): void {
        const reason = problem.code === 'template.empty' ? t('tips:tip50') : noticeText(t, problem);
        if (reason === null) return;
        const text = problem.uploadFailed === true ? `${t('tips:tip127')}: ${reason}` : reason;
        void message.error({ content: text, duration: 6, key: 'save' });
      }

      async function become({ info, covers }: SavedOutcome, attempt: Attempt): Promise<void> {
        const { template, nameBefore, revision } = attempt;
        const next: LabelIdentity = {
          ...present.current,
          attributes: savedAttributes(info, template.label),
          status: 'edit',
        };
        const untouched = editor.state().revision === revision;
        // It may have been saved as another label, or under another name to keep both versions.
        if (info.name !== nameBefore) editor.run(setLabel({ name: info.name }));
        // A command ends a drag: none is run if the label's codes already contain its id.
        if (info.id !== attempt.identity.attributes.id) editor.run(nameOwnLabel(window.location.origin, info.id));
        editor.markSaved(untouched ? editor.state().template : template);
        present.current = next;
        await onSaved(next);
        // The user may have left meanwhile.
        if (life.current.signal.aborted) return;
        showAddress(editLabelPath(next.attributes, 'edit'));
        if (!attempt.isAuto) void message.success({ content: t(covers ? 'save.added' : 'tips:tip58'), key: 'save' });
      }

      /** The top bar's text about a failed save without a retry; null for none. */
      function reasonOf(outcome: Result<SaveOutcome, SaveProblem>): string | null {
        if (!outcome.ok) {
          const { code, privilege } = outcome.error;
          if (code === 'template.empty' || code === 'aborted') return null;
          if (privilege === undefined) return problemText(t, outcome.error);
          return t(privilege === 'tables' ? 'refused.tables' : 'refused.columns');
        }
        return outcome.value.type === 'saved' ? null : t(`refused.${outcome.value.type}`);
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

      /** Asks the user what to do, and does it; null if the user cancels. The result may need another question. */
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
            return cover ? coverLabel(id, revision, files, api, { signal }) : null;
          }
          case 'changedMeanwhile': {
            const choice = await askConflict(outcome);
            const { present, files } = outcome;
            if (choice === 'cancel') return null;
            return choice === 'keepBoth'
              ? addLabel(files, api, { signal }, true)
              : editLabel(present.id, present.revision, files, api, { signal });
          }
          case 'deleted': {
            const again = await modal.confirm({
              title: t('save.deletedTitle'),
              content: t('save.deletedText', { name: outcome.files.fields.name }),
              okText: t('save.deletedSave'),
              cancelText: t('common:action.cancel'),
            });
            return again ? addLabel(outcome.files, api, { signal }, true) : null;
          }
        }
      }

      /** The save to make now; null if the user cancels. */
      async function begin(asAnother: boolean): Promise<Attempt | null> {
        const { signal } = life.current;
        const isAuto = what === 'auto';
        setBusy(isAuto ? 'auto' : 'asked');
        // A preview of a label whose spreadsheet is still being read would show other values than a print.
        await data.settled();
        setBusy('no');
        if (signal.aborted) return null;
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
          editSession,
          isAuto,
        };
      }

      async function carryOut(attempt: Attempt): Promise<boolean> {
        const { signal } = life.current;
        setBusy(attempt.isAuto ? 'auto' : 'asked');
        await cloud.rest();
        let outcome: Result<SaveOutcome, SaveProblem> | null = await saveLabel(
          attempt.template,
          attempt.record,
          attempt.identity,
          { api, render },
          signal,
          attempt,
        );
        let last = outcome;
        while (outcome !== null && outcome.ok && outcome.value.type !== 'saved' && !signal.aborted) {
          // Another template has this name: the user is asked at a manual save.
          if (attempt.isAuto && outcome.value.type === 'nameTaken') break;
          outcome = await settle(outcome.value, signal);
          last = outcome ?? last;
        }
        if (signal.aborted) return false;
        const hasRetryPending = outcome?.ok === false && isPassing(outcome.error);
        pending.current = hasRetryPending ? attempt : null;
        setFailures((before) => (hasRetryPending ? before + 1 : 0));
        if (outcome?.ok === true && outcome.value.type === 'saved') {
          await become(outcome.value, attempt);
          return true;
        }
        // The save may have succeeded before the retry: a draft sent now would outlast it.
        if (!hasRetryPending) cloud.resume();
        // For another label, or one that is not on the server, the user decides each time.
        if (!hasRetryPending && attempt.identity === present.current) refuse(last, attempt);
        // Reported once: the top bar shows the retry, and everything about an autosave.
        const isSaid = what === 'auto' || (what === 'pending' && (attempt.isAuto || hasRetryPending));
        if (outcome?.ok === false && !isSaid) showProblem(outcome.error);
        return false;
      }

      function refuse(outcome: Result<SaveOutcome, SaveProblem>, { identity: of, template }: Attempt): void {
        const reason = reasonOf(outcome);
        if (reason !== null) setRefused({ identity: of, reason, isCured: (now) => isCured(outcome, template, now) });
      }

      async function run(): Promise<boolean> {
        const { current: before } = pending;
        if (what === 'auto' && before !== null) return false;
        // It may have reached the server: its state there must be known before anything else is saved.
        if (before !== null) {
          // A waiting autosave becomes a manual one when the user saves.
          const saved = await carryOut(what === 'pending' ? before : { ...before, isAuto: false });
          if (!saved || what === 'pending' || (what === 'label' && !editor.state().dirty)) return saved;
        }
        if (what === 'pending') return false;
        const attempt = await begin(what === 'another');
        return attempt !== null && carryOut(attempt);
      }

      running.current ??= (async () => {
        // Typing continues across an autosave, as one undo step.
        if (what !== 'auto') editor.endMerge();
        try {
          return await run();
        } finally {
          running.current = null;
          setBusy('no');
        }
      })();
      return running.current;
    },
    [api, askPlace, cloud, data, editSession, editor, message, modal, onSaved, render, showAddress, t],
  );
  const save = useCallback(async () => {
    // An autosave contains the state at its start.
    await runningAuto.current;
    return start('label');
  }, [start]);
  const saveAs = useCallback(async () => {
    await runningAuto.current;
    return start('another');
  }, [start]);
  const autosave = useCallback(() => {
    const { current: before } = lastRefused;
    const isRefused = before !== null && before.identity === present.current;
    if (running.current !== null || (isRefused && !before.isCured(editor.state().template))) return;
    runningAuto.current = start('auto').finally(() => (runningAuto.current = null));
  }, [editor, start]);
  const retry = useCallback(() => void start('pending'), [start]);
  useRetrying(failures, retry);
  const dialog = conflict === null ? placeDialog : <ConflictDialog {...conflict} />;
  const refusal = refused?.identity === identity ? refused.reason : null;
  return {
    busy: busy !== 'no',
    isAuto: busy === 'auto',
    hasRetryPending: failures > 0,
    refusal,
    save,
    saveAs,
    autosave,
    dialog,
  };
}

/** Whether a template no longer has the reason of its rejection. */
function isCured(outcome: Result<SaveOutcome, SaveProblem>, refused: Template, now: Template): boolean {
  if (outcome.ok) return outcome.value.type === 'nameTaken' && now.label.name !== refused.label.name;
  if (outcome.error.privilege === undefined) return false;
  const [before, after] = [usedPrivileges(refused), usedPrivileges(now)];
  return after.tables < before.tables || after.columns < before.columns;
}

/** The label as one that is saved for the first time, in that folder. */
function placed(identity: LabelIdentity, folderId: string): LabelIdentity {
  return {
    ...identity,
    status: 'add',
    attributes: { ...identity.attributes, id: '', revision: 0, parentId: folderId },
  };
}
