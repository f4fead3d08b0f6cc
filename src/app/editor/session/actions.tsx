import { App } from 'antd';
import { createContext, useContext, useMemo, type Context, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Point } from '#model/kernel/geometry.ts';
import { canvasToLabel } from '#editor/viewport.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { ElementType, LabelElement } from '#model/elements/element.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useCloudImage } from '#app/library/cloud-picker/use-cloud-image.tsx';
import { useIcon } from '#app/library/icons/use-icon.tsx';
import { imageFaultText, imageLimitKb } from '#app/ui/background-asset.ts';
import { useServices } from '#app/state/services.tsx';
import type { PrivilegeName } from '#protocol/api.ts';
import { useRequirePrivilege } from '#app/ui/use-require-privilege.ts';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import type { Command, Editor } from '#editor/editor.ts';
import { addElement, type AddOptions } from '#editor/commands/add.ts';
import { typableContent } from '#editor/commands/content.ts';
import { align, distribute } from '#editor/commands/align.ts';
import { deleteSelected, deletionAffects, deletionBreaks } from '#editor/commands/delete.ts';
import { duplicate } from '#editor/commands/copy-paste.ts';
import { group, ungroup } from '#editor/commands/group.ts';
import { toggleLock } from '#editor/commands/lock.ts';
import { toggleHidden } from '#editor/commands/layers.ts';
import { order } from '#editor/commands/order.ts';
import { rotate, turnBy, TURN_MERGE } from '#editor/commands/rotate.ts';
import {
  clearCells,
  deleteTableLines,
  insertTableLine,
  mergeSelectedCells,
  splitSelectedCell,
} from '#editor/commands/table.ts';
import { pasteStyle, toggleTextStyle } from '#editor/commands/style.ts';
import { setImage } from '#editor/commands/image.ts';
import { allIds } from '#editor/selection.ts';
import type { Arrival } from './arrival.ts';
import { growToGradeB, NEW_CODE_MERGE } from './new-code-size.ts';
import { sideTab, toggleSideTab } from './side-tab.ts';
import { useClipboard, type ClipboardActions } from './use-clipboard.ts';
import { pickFile } from '#app/ui/pick-file.ts';
import { readImage } from './read-image.ts';
import { useEditorSession, type EditorSession } from './editor-session.tsx';
import { useElementDescriptors } from './element-descriptor.ts';
import type { ActionId } from './action-table.ts';

/** One zoom step of a button or a key: about a fifth. */
const ZOOM_FACTOR = 1.2;

/** All messages about locks share one key, so that "it is locked" is replaced once the lock is removed. */
const LOCK_MESSAGE = 'lock';

/** Actions of the screen around the editor. */
export interface ScreenActions {
  save(): void;
  download(): void;
  print(): void;
  labelSettings(): void;
  /** Opens the label on other stock. */
  otherSizes(): void;
  /** Opens the languages of the label and their texts. */
  languages(): void;
  shortcuts(): void;
  manageFonts(): void;
  commands(): void;
  /** Opens the dialog that finds and replaces texts. */
  replace(): void;
  /** Takes pasted or dropped content from outside the product. */
  arrive(arrival: Arrival): void;
  /** Opens the list of guides, at the position of one of them. */
  guides(index: number | null): void;
}

export interface Actions {
  perform(id: ActionId): void;
  /** Runs a command and reports its problem. */
  run(command: Command, merge?: string): void;
  /** Shows the problem to the user. */
  report(problem: Problem): void;
  /** Whether the user has a privilege; opens a dialog if not. */
  requirePrivilege(name: PrivilegeName): boolean;
  /** Adds an element; `at` is in CSS pixels of the canvas. Defaults to a free place near the middle of the view. */
  place(type: ElementType, at?: Point, variant?: string): void;
  /** The next drag or click on the canvas draws one; an already armed type is disarmed. */
  arm(type: ElementType): void;
  /** The same with a content that is chosen from the cloud data. */
  placeFromCloud(type: ElementType): void;
  /** Adds an icon that is chosen from the library, as an image element with its name. */
  placeIcon(): Promise<void>;
  /** Adds an image element from a file that was dropped, pasted or chosen. */
  placeImage(file: Blob, at?: Point): Promise<void>;
  replaceImage(): void;
  replaceImageFromCloud(): void;
  /** Opens the user's own fonts. */
  manageFonts(): void;
  /** Takes dropped content: files, texts, cells. */
  arrive(arrival: Arrival): void;
  guides(index: number | null): void;
  readonly clipboard: ClipboardActions;
}

const ActionsContext: Context<Actions | null> = createContext<Actions | null>(null);

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (actions === null) throw new Error('no editor is open here');
  return actions;
}

export function ActionsProvider({ screen, children }: { screen: ScreenActions; children: ReactNode }): JSX.Element {
  const { editor, render, printer, asPrinted, preflight } = useEditorSession();
  const { api } = useServices();
  const describe = useElementDescriptors();
  const requirePrivilege = useRequirePrivilege();
  const { t, i18n } = useTranslation('editor');
  const { message, modal } = App.useApp();
  const { choose: chooseCloudFile, dialog: cloudDialog } = useCloudImage();
  const { choose: chooseIcon, dialog: iconDialog } = useIcon();
  const base = useMemo(() => {
    const report = (problem: Problem): void => {
      if (noticeText(t, problem) === null) return;
      // At most one message per reason: a key held down must not pile them up.
      const key = problem.code.startsWith('edit.locked') ? LOCK_MESSAGE : problem.code;
      void message.warning({ content: imageFaultText(t, problem), key });
    };
    const run = (command: Command, merge?: string): void => {
      const result = editor.run(command, merge);
      if (!result.ok) report(result.error);
    };
    const placeOf = (at: Point | undefined): Pick<AddOptions, 'centreMm'> =>
      at === undefined ? {} : { centreMm: canvasToLabel(editor.state().viewport, at) };
    const imageOf = async (file: Blob | null): Promise<NonNullable<AddOptions['image']> | null> => {
      if (file === null) return null;
      const image = await readImage(file, await imageLimitKb(api), render);
      if (image.ok) return image.value;
      report(image.error);
      return null;
    };
    const placeImage = async (file: Blob, at?: Point): Promise<void> => {
      const place = placeOf(at);
      const image = await imageOf(file);
      if (image !== null) run(addElement('image', { ...place, stem: t('type.image'), image }));
    };
    const placeIcon = async (): Promise<void> => {
      const chosen = await chooseIcon();
      const image = await imageOf(chosen?.file ?? null);
      if (chosen !== null && image !== null) {
        run(addElement('image', { stem: chosen.name, image }));
      }
    };
    const chooseImage = (): Promise<NonNullable<AddOptions['image']> | null> =>
      pickFile('image/png,image/jpeg,image/svg+xml').then(imageOf);
    const chooseCloudImage = (): Promise<NonNullable<AddOptions['image']> | null> => chooseCloudFile().then(imageOf);
    const adding =
      (type: ElementType, where: Pick<AddOptions, 'centreMm' | 'drawn' | 'variant'>) =>
      (options: Pick<AddOptions, 'text' | 'image'>): void => {
        const stem = t(`type.${type}`);
        editor.endMerge();
        const element = { ...where, now: localTimeAt(), language: i18n.language, stem, ...options };
        run(addElement(type, element), NEW_CODE_MERGE);
        const [added] = editor.state().selection;
        if (added === undefined) return;
        // Typing then replaces the sample of a new text.
        if (typableContent(editor.state(), added) !== null) editor.setTextEditing(added);
        if (where.drawn === undefined) void growToGradeB({ editor, render, printer }, added);
      };
    const isAllowed = (type: ElementType): boolean => type !== 'table' || requirePrivilege('tables');
    const start = (type: ElementType, where: Pick<AddOptions, 'centreMm' | 'drawn' | 'variant'>): void => {
      const add = adding(type, where);
      const descriptor = describe(type);
      if (descriptor.start === undefined) add({});
      else descriptor.start({ t, chooseImage, chooseCloudImage }, add);
    };
    const place = (type: ElementType, at?: Point, variant?: string): void => {
      editor.disarm();
      if (isAllowed(type)) start(type, { ...placeOf(at), ...(variant === undefined ? {} : { variant }) });
    };
    const arm = (type: ElementType): void => {
      if (editor.state().armed === type) editor.disarm();
      else if (describe(type).needsChoiceBeforePlacing === true) place(type);
      else if (isAllowed(type)) editor.arm(type, (where) => start(type, where));
    };
    const placeFromCloud = (type: ElementType): void =>
      describe(type).startFromCloud?.({ t, chooseImage, chooseCloudImage }, adding(type, {}));
    const replaceBy = async (chosen: ReturnType<typeof chooseImage>): Promise<void> => {
      const image = await chosen;
      if (image !== null) run(setImage(image));
    };
    const replaceImage = (): void => void replaceBy(chooseImage());
    const replaceImageFromCloud = (): void => void replaceBy(chooseCloudImage());
    const toggleLocked = (): void => {
      const { selection } = editor.state();
      const result = editor.run(toggleLock());
      if (!result.ok) return report(result.error);
      const locked = editor.state().template.elements.some((e) => e.locked && selection.includes(e.id));
      void message.success({ content: t(locked ? 'tips:tip122' : 'tips:tip123'), key: LOCK_MESSAGE, duration: 1.5 });
    };
    /**
     * Runs a deletion of the selected elements; asks first if others show their values (specification 2, section 4).
     */
    const deleting = async (remove: () => void): Promise<void> => {
      const affected = deletionAffects(editor.state());
      const broken = deletionBreaks(editor.state());
      const namesOf = (those: readonly LabelElement[]): string => those.map((e) => e.name).join(', ');
      const breaks = broken.length === 0 ? '' : ` ${t('delete.breaks', { names: namesOf(broken) })}`;
      const isMeant =
        affected.length === 0 ||
        (await modal.confirm({
          title: t('delete.title'),
          content: `${t('tips:tip77')} ${t('delete.affected', { names: namesOf(affected) })}${breaks}`,
          okText: t('delete.confirm'),
          ...DESTRUCTIVE,
          cancelText: t('common:action.cancel'),
        }));
      if (isMeant) remove();
    };
    const copied = (): void => {
      void message.success({ content: t('tips:tip35'), key: 'copied', duration: 1.5 });
    };
    const copyStyle = (): void => {
      const result = editor.copyStyle();
      if (result.ok) void message.success({ content: t('styleCopied'), key: 'copied', duration: 1.5 });
      else report(result.error);
    };
    return {
      report,
      run,
      place,
      arm,
      placeFromCloud,
      placeIcon,
      placeImage,
      replaceImage,
      replaceImageFromCloud,
      toggleLocked,
      copyStyle,
      deleting,
      copied,
      requirePrivilege,
    };
  }, [api, chooseCloudFile, chooseIcon, describe, editor, render, printer, message, modal, t, i18n, requirePrivilege]);

  const { arrive } = screen;
  const clipboard = useClipboard(useMemo(() => ({ ...base, arrive }), [base, arrive]));
  const actions = useMemo((): Actions => {
    const handlers = createHandlers(editor, base, clipboard, screen, { asPrinted, preflight });
    const { manageFonts, guides } = screen;
    return { ...base, clipboard, manageFonts, guides, arrive, perform: (id) => handlers[id]() };
  }, [editor, base, clipboard, screen, arrive, asPrinted, preflight]);
  return (
    <ActionsContext value={actions}>
      {children}
      {cloudDialog}
      {iconDialog}
    </ActionsContext>
  );
}

function createHandlers(
  editor: Editor,
  {
    run,
    report,
    toggleLocked,
    copyStyle,
    deleting,
  }: Pick<Actions, 'run' | 'report'> & {
    toggleLocked(): void;
    copyStyle(): void;
    deleting(remove: () => void): Promise<void>;
  },
  clipboard: ClipboardActions,
  screen: ScreenActions,
  { asPrinted, preflight }: Pick<EditorSession, 'asPrinted' | 'preflight'>,
): Readonly<Record<ActionId, () => void>> {
  const reportFailure = (result: Result<null>): void => void (result.ok || report(result.error));
  const zoomBy = (factor: number): void => editor.zoomAt(editor.state().viewport.zoom * factor);
  return {
    undo: () => editor.undo(),
    redo: () => editor.redo(),
    selectAll: () => editor.select(allIds(editor.state().template)),
    copy: () => void clipboard.copy(),
    cut: () => void clipboard.cut(),
    paste: () => void clipboard.paste(),
    pasteInPlace: () => void clipboard.paste('inPlace'),
    duplicate: () => run(duplicate()),
    // While cells are selected, Delete clears their text instead of deleting the table.
    delete: () => {
      if (editor.state().cellSelection === null) void deleting(() => run(deleteSelected()));
      else run(clearCells());
    },
    lock: () => toggleLocked(),
    rotate: () => run(rotate()),
    rotateDegree: () => run(turnBy(1), TURN_MERGE),
    rotateDegreeBack: () => run(turnBy(-1), TURN_MERGE),
    rotateTenth: () => run(turnBy(0.1), TURN_MERGE),
    rotateTenthBack: () => run(turnBy(-0.1), TURN_MERGE),
    group: () => run(group()),
    ungroup: () => run(ungroup()),
    alignLeft: () => run(align('left')),
    alignCenter: () => run(align('center')),
    alignRight: () => run(align('right')),
    alignTop: () => run(align('top')),
    alignMiddle: () => run(align('middle')),
    alignBottom: () => run(align('bottom')),
    distributeHorizontal: () => run(distribute('horizontal')),
    distributeVertical: () => run(distribute('vertical')),
    orderFront: () => run(order('front')),
    orderForward: () => run(order('forward')),
    orderBackward: () => run(order('backward')),
    orderBack: () => run(order('back')),
    insertRow: () => run(insertTableLine('row')),
    insertColumn: () => run(insertTableLine('column')),
    deleteRow: () => run(deleteTableLines('row')),
    deleteColumn: () => run(deleteTableLines('column')),
    mergeCells: () => run(mergeSelectedCells()),
    splitCell: () => run(splitSelectedCell()),
    bold: () => run(toggleTextStyle('bold')),
    italic: () => run(toggleTextStyle('italic')),
    underline: () => run(toggleTextStyle('underline')),
    copyStyle: () => copyStyle(),
    pasteStyle: () => run(pasteStyle(editor.state().copiedStyle)),
    visibility: () => run(toggleHidden()),
    layers: () => toggleSideTab('layers'),
    history: () => toggleSideTab('history'),
    preflight() {
      toggleSideTab('preflight');
      if (sideTab.get() === 'preflight') preflight.ask();
    },
    asPrinted: () => asPrinted.set(!asPrinted.get()),
    commands: () => screen.commands(),
    replace: () => screen.replace(),
    zoomIn: () => zoomBy(ZOOM_FACTOR),
    zoomOut: () => zoomBy(1 / ZOOM_FACTOR),
    zoomActual: () => editor.zoomAt(1),
    zoomFit: () => editor.fit(),
    zoomSelection: () => reportFailure(editor.fitSelection()),
    grid: () => editor.setGridShown(!editor.state().gridShown),
    canvasLock: () => editor.setCanvasLock(!editor.state().canvasLock),
    guides: () => screen.guides(null),
    guidesShown: () => editor.setGuidesShown(!editor.state().guidesShown),
    guidesLocked: () => editor.setGuidesLocked(!editor.state().guidesLocked),
    save: () => screen.save(),
    download: () => screen.download(),
    print: () => screen.print(),
    labelSettings: () => screen.labelSettings(),
    otherSizes: () => screen.otherSizes(),
    languages: () => screen.languages(),
    shortcuts: () => screen.shortcuts(),
  };
}
