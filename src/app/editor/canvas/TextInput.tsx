import { useEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementId } from '#model/kernel/ids.ts';
import { levelTransform } from '#model/elements/base/box.ts';
import { centerOf, turnedPoint } from '#model/elements/base/turned-box.ts';
import { hasTwoSides, sideSize } from '#model/elements/base/flag-sides.ts';
import { isRightToLeft } from '#model/elements/base/text-direction.ts';
import { applyToRect, type Rect } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import { elementIn } from '#model/elements/translated.ts';
import { isText } from '#model/elements/text/text-element.ts';
import type { EditorState } from '#editor/editor.ts';
import { asShown, levelBounds } from '#editor/footprint.ts';
import { setText, typableContent } from '#editor/commands/content.ts';
import { setTranslation } from '#editor/commands/translations.ts';
import { useStore } from '#app/state/store.ts';
import { useServices } from '#app/state/services.tsx';
import { createLazyComponent, type LazyComponent } from '#app/ui/lazy-component.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { loadScreenFonts } from '#app/ui/screen-fonts.ts';
import { canvasOf, fieldStyle, type TypedText } from './typed-text.ts';
import { caretLine, panToCaret } from './caret-view.ts';
import { typeInOtherCell, type CellStep } from './cell-typing.ts';

/** The field for texts with runs and fields. A plain text is typed in a simple one while the code is missing. */
const richText: LazyComponent<{ readonly typed: TypedText }> = createLazyComponent(
  async () => (await import('./RichTextField.tsx')).RichTextField,
  () => null,
);

/** Fetches the field for texts with runs as soon as a text is selected or about to be placed. */
export function useRichTextFetch(): void {
  const isNear = useEditorState(({ armed, selection, template }) => {
    if (armed === 'text') return true;
    const [only, more] = selection;
    return more === undefined && template.elements.some((each) => each.id === only && isText(each));
  });
  useEffect(() => {
    if (isNear) richText.fetch().catch(() => undefined);
  }, [isNear]);
}

/**
 * A field over the picture for typing into a text, or into a cell of a table. Esc, Ctrl+Enter, Tab or a press elsewhere
 * ends the typing; in a cell, Tab continues in the next cell and Enter in the one below. One undo reverts all typing in one
 * text or cell.
 */
export function TextInput({ id }: { id: ElementId }): JSX.Element | null {
  const { editor, data } = useEditorSession();
  const state = useEditorState((s) => s);
  const { language } = useStore(data.state).record;
  const typed = typedText(state, id, language);
  const isMissing = typed === null;
  useEffect(() => {
    if (isMissing) editor.setTextEditing(null);
  }, [isMissing, editor]);
  return typed === null ? null : <Field key={`${typed.slot.content} ${language ?? ''}`} typed={typed} />;
}

function Field({ typed }: { typed: TypedText }): JSX.Element {
  const { sources } = typed;
  // The field stays the same until its end, so that no key and no composing is lost.
  const [isRich] = useState(() => typed.hasRuns && (richText.isLoaded() || sources.length > 1));
  return isRich ? <richText.Part typed={typed} /> : <TextField typed={typed} />;
}

function typedText(state: EditorState, id: ElementId, language: LanguageTag | undefined): TypedText | null {
  const slot = typableContent(state, id);
  const element = state.template.elements.find((e) => e.id === id);
  if (slot === null || element === undefined) return null;
  const box = slot.box ?? firstSide(element);
  const there = asShown(element, state.pushes);
  const level = box === null ? levelBounds(element, state.bounds) : applyToRect(levelTransform(there), box);
  const bounds = aroundTurned(there, level);
  const { hasRuns } = slot;
  const sources = contentsOf(elementIn(element, language))[slot.content]?.sources ?? slot.sources;
  return {
    slot,
    sources,
    language,
    hasRuns,
    style: slot.style,
    rotation: element.rotation,
    turnDegrees: element.turnDegrees ?? 0,
    bounds,
    inCell: slot.box !== null,
  };
}

/** The place of something of a turned element, level but with its middle where the turn brings it. */
function aroundTurned(element: LabelElement, level: Rect): Rect {
  if (element.turnDegrees === undefined) return level;
  const from = centerOf(level);
  const to = turnedPoint(element, from);
  return { ...level, x: level.x + to.x - from.x, y: level.y + to.y - from.y };
}

/** The place of the upright text of a flag in the content box; null for other texts. */
function firstSide(element: LabelElement): Rect | null {
  return isText(element) && hasTwoSides(element) ? { x: 0, y: 0, ...sideSize(element) } : null;
}

function TextField({ typed }: { typed: TypedText }): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const catalog = useServices().fonts.catalog();
  const view = useEditorState((s) => s.viewport);
  const { run, report: showProblem } = useActions();
  const report = (result: Result<null> | null): void => void (result?.ok === false && showProblem(result.error));
  const field = useRef<HTMLTextAreaElement>(null);
  const { slot, style, rotation, inCell, language } = typed;
  const [source] = typed.sources;
  const value = source?.type === 'fixed' ? source.text : '';
  const vertical = style.arrange === 'vertical';

  useEffect(() => loadScreenFonts(catalog, style.fontFamily), [catalog, style.fontFamily]);
  useEffect(() => {
    // Without this the browser scrolls the field into view, which shifts the canvas against the rulers.
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    return () => editor.endMerge();
  }, [editor]);

  /**
   * Pans the view so that the caret is visible: the browser must not scroll the canvas, the rulers would not follow.
   */
  function follow(): void {
    const input = field.current;
    const canvas = input === null ? null : canvasOf(input)?.getBoundingClientRect();
    if (input === null || canvas === undefined || canvas === null) return;
    const box = input.getBoundingClientRect();
    const bounds = { x: box.x - canvas.x, y: box.y - canvas.y, width: box.width, height: box.height };
    const { viewport } = editor.state();
    const { dx, dy } = panToCaret(bounds, rotation, caretLine(input.value, input.selectionEnd), viewport);
    if (dx !== 0 || dy !== 0) editor.panBy(dx, dy);
  }
  // The view follows when the text changes or is measured again, but not when the field opens.
  const size = `${typed.bounds.width} ${typed.bounds.height} ${value}`;
  const followed = useRef(size);
  useEffect(() => {
    if (followed.current === size) return;
    followed.current = size;
    follow();
  });

  return (
    <textarea
      ref={field}
      className={style.antiMirror ? 'ed-text-input ed-text-input-dark' : 'ed-text-input'}
      data-testid="text-input"
      aria-label={t('canvas.textInput')}
      value={value}
      dir={!vertical && isRightToLeft(value) ? 'rtl' : 'ltr'}
      spellCheck={false}
      wrap={style.autoWrap ? 'soft' : 'off'}
      style={fieldStyle(typed, view, catalog, value.split('\n').length)}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.stopPropagation()}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const command = language === undefined ? setText(slot, text) : setTranslation(slot, text, language);
        run(command, `content:${slot.id}:${slot.content}`);
      }}
      onKeyUp={follow}
      onBlur={() => editor.setTextEditing(null)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const step = inCell ? cellStep(event) : null;
        const done =
          event.key === 'Escape' || event.key === 'Tab' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
        if (step === null && !done) return;
        event.preventDefault();
        event.stopPropagation();
        if (step === null) editor.setTextEditing(null);
        else report(typeInOtherCell(editor, step));
        // The next keys are for the label; the browser would have moved the focus to some button.
        if (editor.state().textEditing === null) canvasOf(event.currentTarget)?.focus({ preventScroll: true });
      }}
    />
  );
}

/** Enter with Shift starts a new line in the cell. */
function cellStep(event: React.KeyboardEvent): CellStep | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key === 'Tab') return event.shiftKey ? 'previous' : 'next';
  return event.key === 'Enter' && !event.shiftKey ? 'below' : null;
}
