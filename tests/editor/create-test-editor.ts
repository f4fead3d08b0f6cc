import { createEditor } from '#editor/create-editor.ts';
import type { Editor, EditorPointer } from '#editor/editor.ts';
import { labelToCanvas } from '#editor/viewport.ts';
import type { Random } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import { createTestTemplate } from '#tests/support/create-elements.ts';

/** A seeded pseudorandom generator (mulberry32). */
export function createRandom(seed: number): Random {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function createTestEditor(
  elements: readonly LabelElement[] = [],
  settings: Partial<LabelSettings> = {},
  options: { readonly canvasLock?: boolean } = {},
): Editor {
  const template = createTestTemplate(elements, settings);
  const editor = createEditor({ template, random: createRandom(1), ...options });
  editor.setCanvasSize(1000, 700);
  return editor;
}

/** A pointer over a position on the label, in mm. */
export function pointerAt(
  editor: Editor,
  xMm: number,
  yMm: number,
  keys: Partial<Omit<EditorPointer, 'xPx' | 'yPx'>> = {},
): EditorPointer {
  const at = labelToCanvas(editor.state().viewport, { x: xMm, y: yMm });
  return {
    xPx: at.x,
    yPx: at.y,
    button: 'primary',
    shift: false,
    control: false,
    alt: false,
    space: false,
    ...keys,
  };
}

export function drag(
  editor: Editor,
  from: readonly [number, number],
  to: readonly [number, number],
  keys: Partial<Omit<EditorPointer, 'xPx' | 'yPx'>> = {},
): void {
  editor.pointerDown(pointerAt(editor, ...from, keys));
  editor.pointerMove(pointerAt(editor, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2, keys));
  editor.pointerMove(pointerAt(editor, ...to, keys));
  editor.pointerUp(pointerAt(editor, ...to, keys));
}

export function click(editor: Editor, xMm: number, yMm: number, keys: Partial<EditorPointer> = {}): void {
  const pointer = pointerAt(editor, xMm, yMm, keys);
  editor.pointerDown(pointer);
  editor.pointerUp(pointer);
}

/** The content of a template, byte for byte, without unused images. */
export function contentOf(template: Template): string {
  return JSON.stringify({ label: template.label, elements: template.elements });
}

export function elementNamed(editor: Editor, name: string): LabelElement {
  const element = editor.state().template.elements.find((e) => e.name === name);
  if (element === undefined) throw new Error(`no element ${name}`);
  return element;
}
