import { withContentSize, moved } from '#model/elements/base/footprint.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import type { SymbolChoice } from '#model/elements/symbol-choices.ts';
import type { ElementSymbolSize } from '#model/elements/symbol-size.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { ok } from '#model/kernel/result.ts';
import { isBelow } from '#model/symbology/read/grade.ts';
import { storedResolution } from '#app/print/print-settings.ts';
import { withElements } from '#editor/footprint.ts';
import { middleInside } from '#editor/free-place.ts';
import type { EditorSession } from './editor-session.tsx';

/** A new code and its resulting size are one undo step. */
export const NEW_CODE_MERGE = 'newCode';

const HAIR_MM = 1e-3;

/**
 * Enlarges a new code to the smallest size of grade B or better at the dots of the chosen printer, around its middle and
 * inside the label. The code keeps the size of the specification if it already has this grade, if it does not fit on the
 * label, if its content is not typed, and if it was changed before its size is known.
 */
export async function growToGradeB(
  { editor, render, printer }: Pick<EditorSession, 'editor' | 'render' | 'printer'>,
  id: ElementId,
): Promise<void> {
  const { template } = editor.state();
  const element = template.elements.find((each) => each.id === id);
  if (element === undefined || !isCode(element) || element.locked) return;
  const [source, more] = element.sources;
  if (source?.type !== 'fixed' || more !== undefined) return;
  const { label } = template;
  const dpi = printer.state.get()?.dpi ?? storedResolution();
  const measured = await render.symbolSize(element, source.text, dpi, label);
  const choice = measured.ok ? largerChoice(element, measured.value) : null;
  if (choice === null || !editor.state().template.elements.includes(element)) return;
  const sized = withContentSize(element, { width: choice.box.widthMm, height: choice.box.heightMm });
  const box = elementBox(sized);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const inside = middleInside(middle, box, label);
  const placed = moved(sized, inside.x - middle.x, inside.y - middle.y);
  editor.run((context) => ok({ template: withElements(context.template, [placed]) }), NEW_CODE_MERGE);
}

function isCode(element: LabelElement): element is BarcodeElement | QrcodeElement {
  return definitionOf(element.type).hasSymbol;
}

/** The smallest size of grade B or better; null if the code already has that grade, or can't have it. */
function largerChoice(element: BarcodeElement | QrcodeElement, size: ElementSymbolSize): SymbolChoice | null {
  const isGood = ({ grade }: SymbolChoice): boolean => !isBelow(grade, 'B');
  const present = size.choices.find(({ moduleDots }) => moduleDots === size.moduleDots);
  if (present !== undefined && isGood(present) && present.box.heightMm <= element.heightMm + HAIR_MM) return null;
  return size.choices.find((choice) => choice.moduleDots >= size.moduleDots && isGood(choice)) ?? null;
}
