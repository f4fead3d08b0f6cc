import { useEffect, useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementId } from '#model/kernel/ids.ts';
import { fontChain } from '#model/elements/base/fonts.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { visibleBounds } from '#editor/footprint.ts';
import { labelRectToCanvas, pxPerMm } from '#editor/viewport.ts';
import { setText } from '#editor/commands/content.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { loadScreenFonts } from './screen-fonts.ts';

/** Types into a text where it stands. Esc, Ctrl+Enter or a press elsewhere ends it; all the typing is one undo entry. */
export function TextInput({ id }: { id: ElementId }): JSX.Element | null {
  const { editor } = useEditorSession();
  const element = useEditorState((s) => s.template.elements.find((e) => e.id === id));
  const text = element?.type === 'text' ? element : null;
  useEffect(() => {
    if (text === null) editor.setTextEditing(null);
  }, [text, editor]);
  return text === null ? null : <TextField element={text} />;
}

function TextField({ element }: { element: TextElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const view = useEditorState((s) => s.viewport);
  const bounds = useEditorState((s) => s.bounds);
  const { run } = useActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const scale = pxPerMm(view);
  const rect = labelRectToCanvas(view, visibleBounds(element, bounds));
  const upright = element.rotation === 0 || element.rotation === 180;
  const width = upright ? rect.width : rect.height;
  const height = upright ? rect.height : rect.width;
  const vertical = element.arrange === 'vertical';
  const source = element.sources[0];
  const value = source?.type === 'fixed' ? source.text : '';

  useEffect(() => loadScreenFonts(element.fontFamily), [element.fontFamily]);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    return () => {
      editor.endMerge();
      editor.setTextEditing(null);
    };
  }, [editor]);

  const fontPx = fontUnitsToMm(element.fontSize) * scale;
  return (
    <textarea
      ref={field}
      className={element.antiMirror ? 'ed-text-input ed-text-input-dark' : 'ed-text-input'}
      data-testid="text-input"
      aria-label={t('canvas.textInput')}
      value={value}
      spellCheck={false}
      wrap={element.autoWrap ? 'soft' : 'off'}
      style={{
        left: rect.x + rect.width / 2,
        top: rect.y + rect.height / 2,
        ...(vertical
          ? {
              writingMode: 'vertical-rl',
              minHeight: Math.max(height, fontPx * 2),
              minWidth: Math.max(width, fontPx * 1.2),
            }
          : { minWidth: Math.max(width, fontPx * 2), minHeight: Math.max(height, fontPx * 1.2) }),
        width: element.autoWrap && !vertical ? width : 'auto',
        height: element.autoWrap && vertical ? height : 'auto',
        transform: `translate(-50%, -50%) rotate(${element.rotation}deg)`,
        fontFamily: fontChain(element.fontFamily)
          .map((name) => `"${name}"`)
          .join(', '),
        fontSize: fontPx,
        ...(element.autoWrap ? {} : { lineHeight: `${(vertical ? width : height) / value.split('\n').length}px` }),
        fontWeight: element.bold ? 700 : 400,
        fontStyle: element.italic ? 'italic' : 'normal',
        letterSpacing: fontUnitsToMm(element.letterSpacing) * scale,
        textAlign: element.align === 'stretch' ? 'justify' : element.align,
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.stopPropagation()}
      onChange={(event) =>
        run(setText({ id: element.id, content: 0 }, event.currentTarget.value), `content:${element.id}`)
      }
      onBlur={() => editor.setTextEditing(null)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const done = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
        if (!done) return;
        event.preventDefault();
        event.stopPropagation();
        editor.setTextEditing(null);
      }}
    />
  );
}
