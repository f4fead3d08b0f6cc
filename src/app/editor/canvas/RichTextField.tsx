import { baseKeymap } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { AllSelection, EditorState, type Command } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useLayoutEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunPosition, RunStyle } from '#model/elements/base/styled-text.ts';
import type { DataSource } from '#model/elements/base/content.ts';
import { BLACK } from '#model/elements/base/text-color.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { contentsOf } from '#model/elements/element.ts';
import { elementIn } from '#model/elements/translated.ts';
import { problem } from '#model/kernel/problem.ts';
import { isRightToLeft } from '#model/elements/base/text-direction.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { setRuns } from '#editor/commands/sources.ts';
import { pasteStyle, toggleTextStyle } from '#editor/commands/style.ts';
import { setTranslatedRuns, withTranslatedRuns } from '#editor/commands/translations.ts';
import { useServices } from '#app/state/services.tsx';
import { sourceName } from '../data/source-name.ts';
import { loadScreenFonts } from '#app/ui/screen-fonts.ts';
import { useActions } from '../session/actions.tsx';
import { matchesChord, type Chord } from '../session/chords.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { barPlace, elementsAround } from './bar-place.ts';
import {
  documentOf,
  nextSize,
  PASTED,
  SCHEMA,
  selectedStyle,
  selectsPart,
  sourcesOf,
  withoutStyles,
  withStyle,
  type SelectedStyle,
} from './rich-text.ts';
import { panToPoint } from './caret-view.ts';
import {
  BAR,
  CLEAR_CHORD,
  COLOR_CHORD,
  FLAG_CHORDS,
  POSITION_CHORDS,
  RunBar,
  SIZE_CHORDS,
  TAB_CHORD,
  type Flag,
} from './RunBar.tsx';
import { canvasOf, fieldStyle, type TypedText } from './typed-text.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import './rich-text.css';

/**
 * A field over the picture for a text with runs of their own style, and with the fields of its other sources. A style
 * applies to the selected part; with nothing or everything selected, bold, italic, lines and color are those of the text.
 */
export function RichTextField({ typed }: { readonly typed: TypedText }): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const catalog = useServices().fonts.catalog();
  const viewport = useEditorState((s) => s.viewport);
  const { run, report: showProblem } = useActions();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const { slot, style, sources } = typed;
  const owner = `${slot.id}:${slot.content}`;
  /** What the callbacks of the field use, which is made once. */
  const current = useRef(typed);
  current.current = typed;
  /** The sources to which the fields of the document belong, and those that it was last written as. */
  const before = useRef(sources);
  const written = useRef(sources);
  const [choosing, setChoosing] = useState(false);
  const [shown, setShown] = useState<{ readonly style: SelectedStyle; readonly isEmpty: boolean } | null>(null);

  function toggle(field: Flag): void {
    const state = view.current?.state;
    if (state === undefined) return;
    if (!selectsPart(state)) {
      clearAll(field);
      run(toggleTextStyle(field));
      return;
    }
    const own = current.current.style;
    const next = selectedStyle(state, own)[field] !== true;
    apply((each) => view.current?.dispatch(withStyle(each, field, next === own[field] ? undefined : next)));
  }

  /** Before all of the text gets a style; with nothing selected, the runs keep what the user gave them. */
  function clearAll(field: keyof RunStyle): void {
    apply((state) => {
      if (!state.selection.empty)
        view.current?.dispatch(state.tr.removeMark(0, state.doc.content.size, SCHEMA.marks[field]));
    });
  }

  function setStyle(field: keyof RunStyle, value: RunStyle[keyof RunStyle]): void {
    apply((state) => view.current?.dispatch(withStyle(state, field, value)));
  }

  function apply(change: (state: EditorState) => void): void {
    const field = view.current;
    if (field === null) return;
    change(field.state);
    field.focus();
  }

  /** The style of the selection now: the bar may not show it yet. */
  const now = (): SelectedStyle | null => {
    const state = view.current?.state;
    return state === undefined ? null : selectedStyle(state, current.current.style);
  };
  const tools = {
    toggle,
    position: (position: RunPosition) => setStyle('position', now()?.position === position ? undefined : position),
    resize(direction: 1 | -1) {
      const size = nextSize(now()?.sizePercent ?? 100, direction);
      setStyle('sizePercent', size === 100 ? undefined : size);
    },
    clear: () => apply((state) => view.current?.dispatch(withoutStyles(state))),
    tab: () => apply((state) => view.current?.dispatch(state.tr.insertText('\t'))),
    color(color: string | undefined) {
      const field = view.current;
      if (field === null) return;
      if (selectsPart(field.state))
        field.dispatch(withStyle(field.state, 'color', color === current.current.style.color ? undefined : color));
      else {
        clearAll('color');
        run(pasteStyle({ color: color ?? BLACK }), 'color');
      }
      // The browser's own choice of colors stays open while one is tried.
      if (document.activeElement?.matches('[type=color]') !== true) setChoosing(false);
    },
    openColor: () => setChoosing(!choosing),
  };
  const latest = useRef(tools);
  latest.current = tools;

  function onKey(event: KeyboardEvent): boolean {
    if (event.isComposing) return false;
    const is = (chord: Chord): boolean => matchesChord(event, chord);
    const flag = (Object.keys(FLAG_CHORDS) as Flag[]).find((each) => is(FLAG_CHORDS[each]));
    const position = (Object.keys(POSITION_CHORDS) as RunPosition[]).find((each) => is(POSITION_CHORDS[each]));
    if (flag !== undefined) latest.current.toggle(flag);
    else if (position !== undefined) latest.current.position(position);
    else if (is(SIZE_CHORDS.larger)) latest.current.resize(1);
    else if (is(SIZE_CHORDS.smaller)) latest.current.resize(-1);
    else if (is(CLEAR_CHORD)) latest.current.clear();
    else if (is(TAB_CHORD)) latest.current.tab();
    else if (is(COLOR_CHORD)) latest.current.openColor();
    else if (
      event.key === 'Escape' ||
      event.key === 'Tab' ||
      (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    ) {
      const canvas = host.current === null ? null : canvasOf(host.current);
      editor.setTextEditing(null);
      canvas?.focus({ preventScroll: true });
    } else return false;
    event.preventDefault();
    // The shortcuts of the editor are for the whole text.
    event.stopPropagation();
    return true;
  }

  /** Reports a change that a translation can't have. */
  function mayTranslate(to: ContentSlot, runs: readonly DataSource[], language: LanguageTag): boolean {
    const element = editor.state().template.elements.find(({ id }) => id === to.id);
    const own = element === undefined ? undefined : contentsOf(element)[to.content]?.sources;
    if (own === undefined || withTranslatedRuns(own, runs, language) !== null) return true;
    showProblem(problem('edit.fieldsOfTranslation'));
    return false;
  }

  // The list of colors takes the focus once more when it closes: the text gets it after that.
  const wasChoosing = useRef(false);
  useEffect(() => {
    if (wasChoosing.current && !choosing) view.current?.focus();
    wasChoosing.current = choosing;
  }, [choosing]);

  function documentNow(): Node {
    return documentOf(
      before.current,
      owner,
      (source) => `{${sourceName(t, source, editor.state().template.elements)}}`,
    );
  }

  useEffect(() => loadScreenFonts(catalog, style.fontFamily), [catalog, style.fontFamily]);

  useLayoutEffect(() => {
    const place = host.current;
    if (place === null) return;
    const document = documentNow();
    const report = (state: EditorState): void =>
      setShown({ style: selectedStyle(state, current.current.style), isEmpty: state.selection.empty });
    const field = new EditorView(place, {
      state: EditorState.create({
        doc: document,
        selection: new AllSelection(document),
        plugins: [
          history(),
          keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Mod-Shift-z': redo, 'Shift-Enter': newLine }),
          keymap(baseKeymap),
        ],
      }),
      attributes: {
        'data-testid': 'text-input',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('canvas.textInput'),
        spellcheck: 'false',
      },
      handleKeyDown: (_view, event) => onKey(event),
      // The browser must not scroll the canvas.
      handleScrollToSelection: () => true,
      clipboardParser: PASTED,
      // Whole lines go on in the line of the caret, too.
      transformPasted: ({ content }) => Slice.maxOpen(content),
      handlePaste(_view, event, slice) {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        const isTable = /<table\b/i.test(event.clipboardData?.getData('text/html') ?? '');
        // A table's cells are apart in its text only.
        if (isTable && text !== '') return field.pasteText(text);
        // A picture without text must not replace the selected text.
        return slice.size === 0;
      },
      clipboardTextParser: (text) =>
        new Slice(
          Fragment.from(
            text.split(/\r\n?|\n/).map((line) => SCHEMA.node('line', null, line === '' ? [] : [SCHEMA.text(line)])),
          ),
          1,
          1,
        ),
      clipboardTextSerializer: ({ content }) =>
        content.textBetween(0, content.size, '\n', (node) => String(node.attrs['name'])),
      dispatchTransaction(transaction) {
        const state = field.state.apply(transaction);
        const next = transaction.docChanged
          ? sourcesOf(state.doc, owner, before.current, current.current.style)
          : written.current;
        const { slot, language } = current.current;
        // A key that would remove or move a field of all languages does nothing here.
        if (language !== undefined && !mayTranslate(slot, next, language)) return;
        field.updateState(state);
        report(state);
        if (transaction.selectionSet) setChoosing(false);
        if (!transaction.docChanged) return;
        written.current = next;
        run(language === undefined ? setRuns(slot, next) : setTranslatedRuns(slot, next, language), `content:${owner}`);
      },
    });
    view.current = field;
    report(field.state);
    field.dom.focus({ preventScroll: true });
    // ProseMirror sets the selection of the page when it has the focus.
    field.focus();
    return () => {
      view.current = null;
      field.destroy();
      editor.endMerge();
    };
    // Made once for each content: everything that changes is in `current`.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [owner]);

  // The sources changed elsewhere: a spreadsheet was loaded, or a step was undone.
  useEffect(() => {
    const field = view.current;
    // A picture of an earlier state may be rendered late: only the present one counts.
    const element = editor.state().template.elements.find(({ id }) => id === slot.id);
    const now =
      element === undefined ? undefined : contentsOf(elementIn(element, typed.language))[slot.content]?.sources;
    if (field === null || now === undefined || now === written.current) return;
    // A translation is written to other sources than the typed ones: only what they show counts.
    if (typed.language !== undefined && showsSame(now, written.current)) return;
    before.current = now;
    written.current = now;
    field.updateState(EditorState.create({ doc: documentNow(), plugins: field.state.plugins }));
    // Only the sources matter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [sources]);

  /** Pans the view so that the caret is visible. */
  function follow(): void {
    const field = view.current;
    const canvas = host.current === null ? undefined : canvasOf(host.current)?.getBoundingClientRect();
    if (field === null || canvas === undefined) return;
    const { left, top, bottom } = field.coordsAtPos(field.state.selection.head);
    const point = { x: left - canvas.x, y: (top + bottom) / 2 - canvas.y };
    const { dx, dy } = panToPoint(point, editor.state().viewport);
    if (dx !== 0 || dy !== 0) editor.panBy(dx, dy);
  }
  // The view follows when the text changes or is measured again, but not when the field opens.
  const size = `${typed.bounds.width} ${typed.bounds.height}`;
  const followed = useRef<unknown>(sources);
  const measured = useRef(size);
  useEffect(() => {
    if (followed.current === sources && measured.current === size) return;
    followed.current = sources;
    measured.current = size;
    follow();
  });

  const { bold, italic, underline, strikeThrough, color } = style;
  useEffect(() => {
    const field = view.current;
    if (field === null) return;
    setShown({ style: selectedStyle(field.state, current.current.style), isEmpty: field.state.selection.empty });
  }, [bold, italic, underline, strikeThrough, color]);

  const hasSizes = sources.some(
    (source) => source.style?.sizePercent !== undefined || source.style?.position !== undefined,
  );
  const text = sources.map((source) => (source.type === 'fixed' ? source.text : '')).join('');
  const lines = hasSizes ? null : text.split('\n').length;
  const rect = labelRectToCanvas(viewport, typed.bounds);
  // Names of fields are longer or shorter than their values: the text stays where it begins.
  const startsLeft =
    typed.rotation === 0 &&
    typed.turnDegrees === 0 &&
    style.arrange === 'horizontal' &&
    style.align !== 'center' &&
    style.align !== 'right';
  const elements = useEditorState((s) => s.template.elements);
  const bounds = useEditorState((s) => s.bounds);
  const around = elementsAround(elements, [slot.id], bounds, viewport);
  const at = barPlace(rect, BAR, { width: viewport.widthPx, height: viewport.heightPx }, [], around);
  return (
    <>
      <div
        ref={host}
        className={style.antiMirror ? 'ed-text-input ed-text-input-dark ed-rich' : 'ed-text-input ed-rich'}
        data-wraps={style.autoWrap}
        dir={style.arrange !== 'vertical' && isRightToLeft(text) ? 'rtl' : 'ltr'}
        style={{
          ...fieldStyle(typed, viewport, catalog, lines),
          ...(startsLeft ? { left: rect.x, transform: 'translateY(-50%)' } : {}),
          ...(style.underline || style.strikeThrough
            ? {
                textDecorationLine: `${style.underline ? 'underline ' : ''}${style.strikeThrough ? 'line-through' : ''}`,
              }
            : {}),
        }}
        onKeyUp={follow}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onContextMenu={(event) => event.stopPropagation()}
        onBlur={(event) => {
          const to = event.relatedTarget;
          const isInBar = to instanceof Element && to.closest('.ed-run-bar') !== null;
          if (!isInBar && !event.currentTarget.contains(to)) editor.setTextEditing(null);
        }}
      />
      {shown === null ? null : (
        <RunBar
          selected={shown}
          tools={tools}
          isChoosing={choosing}
          x={at?.x ?? 8}
          y={at?.y ?? 8}
          onLeave={() => setChoosing(false)}
          onEnd={() => editor.setTextEditing(null)}
        />
      )}
    </>
  );
}

/** Whether two lists of sources show the same runs and fields. */
function showsSame(one: readonly DataSource[], other: readonly DataSource[]): boolean {
  const shown = (sources: readonly DataSource[]): string =>
    JSON.stringify(
      sources
        .filter((source) => source.type !== 'fixed' || source.text !== '')
        .map((source) => [source.type, source.type === 'fixed' ? source.text : '', source.style ?? null]),
    );
  return shown(one) === shown(other);
}

/** Enter with Shift starts a new line like Enter alone. */
const newLine: Command = (state, dispatch, view) => baseKeymap['Enter']?.(state, dispatch, view) ?? false;
