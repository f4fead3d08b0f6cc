import type { CSSProperties } from 'react';
import type { DataSource } from '#model/elements/base/content.ts';
import { chainIn, type FontCatalog } from '#model/elements/base/font-catalog.ts';
import { hasCourse, type TextCourse } from '#model/elements/base/text-course.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import type { TextStyle } from '#model/elements/base/text-style.ts';
import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import type { EditorViewport } from '#editor/editor.ts';
import { labelRectToCanvas, pxPerMm } from '#editor/viewport.ts';

/** A text that is typed in place. */
export interface TypedText {
  readonly slot: ContentSlot;
  /** In the shown language. */
  readonly sources: readonly DataSource[];
  /** The shown language, whose translation is typed; undefined for the main one. */
  readonly language: LanguageTag | undefined;
  /** Whether parts of it can have a style of their own. */
  readonly hasRuns: boolean;
  readonly style: TextStyle & Partial<TextCourse>;
  readonly rotation: Rotation;
  /** How far its element is turned further, in degrees. */
  readonly turnDegrees: number;
  /** Its place on the label before the further turn, around the middle that it has afterwards, in mm. */
  readonly bounds: Rect;
  readonly inCell: boolean;
}

/** The place and look of a field over the picture of its text, of which the lines are equally high. */
export function fieldStyle(
  { bounds, style, rotation, turnDegrees }: TypedText,
  view: EditorViewport,
  catalog: FontCatalog,
  lines: number | null,
): CSSProperties {
  const scale = pxPerMm(view);
  const rect = labelRectToCanvas(view, bounds);
  const upright = rotation === 0 || rotation === 180;
  const width = upright ? rect.width : rect.height;
  const height = upright ? rect.height : rect.width;
  const vertical = style.arrange === 'vertical';
  const fontPx = fontUnitsToMm(style.fontSize) * scale;
  return {
    left: rect.x + rect.width / 2,
    top: rect.y + rect.height / 2,
    ...(vertical
      ? {
          writingMode: 'vertical-rl',
          minHeight: Math.max(height, fontPx * 2),
          minWidth: Math.max(width, fontPx * 1.2),
        }
      : { minWidth: Math.max(width, fontPx * 2), minHeight: Math.max(height, fontPx * 1.2) }),
    width: style.autoWrap && !vertical ? width : 'auto',
    height: style.autoWrap && vertical ? height : 'auto',
    transform: `translate(-50%, -50%) rotate(${rotation + turnDegrees}deg)`,
    fontFamily: chainIn(catalog, style.fontFamily)
      .map((name) => `"${name}"`)
      .join(', '),
    fontSize: fontPx,
    // The lines of a course are straight in the field, so the box says nothing about their height.
    ...(style.autoWrap || lines === null || hasCourse(style)
      ? {}
      : { lineHeight: `${(vertical ? width : height) / lines}px` }),
    fontWeight: style.bold ? 700 : 400,
    fontStyle: style.italic ? 'italic' : 'normal',
    letterSpacing: fontUnitsToMm(style.letterSpacing) * scale,
    textAlign: style.align === 'stretch' ? 'justify' : style.align,
  };
}

export function canvasOf(field: Element): HTMLElement | null {
  return field.closest<HTMLElement>('.ed-canvas');
}
