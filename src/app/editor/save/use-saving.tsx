import { App } from 'antd';
import { useCallback, useEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText, toldText } from '#app/state/i18n/problem-text.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useServices } from '#app/state/services.tsx';
import { setLabel } from '#editor/commands/label.ts';
import { nameOwnLabel } from '#editor/commands/label-code.ts';
import { ok, type Result } from '#model/kernel/result.ts';

import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { usedPrivileges } from '#model/template/used-privileges.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { ConflictDialog, type ConflictChoice, type ConflictDialogProps } from './ConflictDialog.tsx';
import { addLabel, coverLabel, editLabel, type SavedOutcome, type SaveOutcome } from './save-calls.ts';
import { savedAttributes } from '#app/state/template-attributes.ts';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import type { CloudKeeper } from './cloud-keeper.ts';
import { saveLabel, type LabelIdentity, type SaveProblem, type SaveTerms } from './save-label.ts';
import { isPassing, useRetrying } from './retrying.ts';
import { useSavePlace } from './use-save-place.tsx';

export interface Saving {
  readonly busy: boolean;
  /** The save that is under way is an autosave. */
  readonly isAuto: boolean;
  /** The last save has failed for now, and is tried again by itself. */
  readonly waits: boolean;
  /** Why the open label cannot be saved as it is, until it is saved after all; null for nothing that is known. */
  readonly refusal: string | null;
  /** True once it is on the server. A call during a running save gives that save's result. */
  save(): Promise<boolean>;
  /** The same, as another label; the one that was open stays as it was saved last. */
  saveAs(): Promise<boolean>;
  /**
   * Saves what is changed, without any message about it. It asks what a save by hand asks where the label was changed or deleted
   * elsewhere. Nothing is done while an earlier save waits to be tried again, or where one like this was refused.
   */
  autosave(): void;
  /** A question that a save asks the user, for the screen to show; null for none. */
  readonly dialog: JSX.Element | null;
}

/** A save that may have to be made more than once, always of the same. */
interface Attempt extends SaveTerms {
  readonly template: Template;
  /** The editor's, which the user may have saved under another one. */
  readonly nameBefore: string;
  readonly record: DataRecord;
  /** Of the editor. */
  readonly revision: number;
  readonly identity: LabelIdentity;
}

/** The open label, as it is on the server, cannot take this state of it. */
interface Refused {
  readonly identity: LabelIdentity;
  readonly reason: string;
  /** Whether the label has changed so that it may be saved now. */
  isCured(now: Template): boolean;
}

/**
 * Saves the label and, once `onSaved` has ended, changes the address to the one of the saved label: whoever reloads the
 * page from then on finds nothing unsaved.
 * What fails in passing is tried again by itself. The draft in the cloud rests while a save is under way.
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
  /** The save that failed in passing, and how often it has. */
  const pending = useRef<Attempt | null>(null);
  const [failures, setFailures] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);
  const lastRefused = useRef(refused);
  useEffect(() => void (lastRefused.current = refused), [refused]);
  const [editSession] = useState(() => crypto.randomUUID());
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
    (what: 'label' | 'another' | 'pending' | 'auto'): Promise<boolean> => {
      function tell(problem: SaveProblem): void {
        const reason = problem.code === 'template.empty' ? t('tips:tip50') : toldText(t, problem);
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
        // A command ends a drag: none is run where the codes of the label name it already.
        if (info.id !== attempt.identity.attributes.id) editor.run(nameOwnLabel(window.location.origin, info.id));
        editor.markSaved(untouched ? editor.state().template : template);
        present.current = next;
        await onSaved(next);
        // The user may have left meanwhile.
        if (life.current.signal.aborted) return;
        showAddress(editLabelPath(next.attributes, 'edit'));
        if (!attempt.isAuto) void message.success({ content: t(covers ? 'save.added' : 'tips:tip58'), key: 'save' });
      }

      /** What the top bar says of a save that is not made, and not tried again by itself; null for nothing. */
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

      /** What is to be saved now; null where the user does not save it after all. */
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
          // Another template's name is given to this one: the user is asked when they save.
          if (attempt.isAuto && outcome.value.type === 'nameTaken') break;
          outcome = await settle(outcome.value, signal);
          last = outcome ?? last;
        }
        if (signal.aborted) return false;
        const waits = outcome?.ok === false && isPassing(outcome.error);
        pending.current = waits ? attempt : null;
        setFailures((before) => (waits ? before + 1 : 0));
        if (outcome?.ok === true && outcome.value.type === 'saved') {
          await become(outcome.value, attempt);
          return true;
        }
        // What is tried again may have been saved already: a draft sent now would outlast it.
        if (!waits) cloud.resume();
        // Of another label, or one that is not on the server, the user decides each time.
        if (!waits && attempt.identity === present.current) refuse(last, attempt);
        // Once: the top bar says that it is tried again, and all of an autosave.
        const isSaid = what === 'auto' || (what === 'pending' && (attempt.isAuto || waits));
        if (outcome?.ok === false && !isSaid) tell(outcome.error);
        return false;
      }

      function refuse(outcome: Result<SaveOutcome, SaveProblem>, { identity: of, template }: Attempt): void {
        const reason = reasonOf(outcome);
        if (reason !== null) setRefused({ identity: of, reason, isCured: (now) => isCured(outcome, template, now) });
      }

      async function run(): Promise<boolean> {
        const { current: before } = pending;
        if (what === 'auto' && before !== null) return false;
        // It may have reached the server: what is there must be known before anything else is saved.
        if (before !== null) {
          // An autosave that waits becomes one by hand when the user saves.
          const saved = await carryOut(what === 'pending' ? before : { ...before, isAuto: false });
          if (!saved || what === 'pending' || (what === 'label' && !editor.state().dirty)) return saved;
        }
        if (what === 'pending') return false;
        const attempt = await begin(what === 'another');
        return attempt !== null && carryOut(attempt);
      }

      running.current ??= (async () => {
        // Typing goes on across an autosave, as one step of undo.
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
    // An autosave has what was there when it began.
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
  return { busy: busy !== 'no', isAuto: busy === 'auto', waits: failures > 0, refusal, save, saveAs, autosave, dialog };
}

/** Whether a template has lost what its earlier state was refused for. */
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
