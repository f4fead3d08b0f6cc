import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { changed } from '#model/elements/base/footprint.ts';
import { TEXT_ALIGNS, type TextStyle } from '#model/elements/base/text-style.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { withPenWidth } from '#model/elements/table/table-cells.ts';
import { isTable, type CellStyle, type TableElement } from '#model/elements/table/table-element.ts';
import { TABLE_PEN_LIMITS } from '#model/elements/table/table-limits.ts';
import { selectedCells, type SelectingCells } from '../cell-selection.ts';
import type { Command, CommandContext } from '../editor.ts';
import { refitted, withElements } from '../footprint.ts';
import { chosenElements, selectedElements } from '../selection.ts';
import type { ElementStyle } from '../style.ts';
import { withFields } from './properties.ts';

/** The styles of a text that are on or off. */
type ToggledStyle = 'bold' | 'italic' | 'underline' | 'strikeThrough';

/** Alignments of content other than text: a barcode in its box. */
const PLAIN_ALIGNS: readonly unknown[] = TEXT_ALIGNS.slice(0, 3);

/**
 * Applies a copied style to the selected elements: each takes the fields that it has. Applies only to the chosen cells
 * while there are any. Problems: `edit.nothingSelected`, `edit.noStyle`.
 */
export function pasteStyle(style: ElementStyle | null): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    if (style === null) return err(problem('edit.noStyle'));
    const next = selected.value.map((element) =>
      isTable(element) ? styledTable(element, style, context) : styledElement(element, style, context),
    );
    return ok({ template: withElements(context.template, next) });
  };
}

/**
 * Turns a style of the selected texts on, or off if all have it. Applies only to the chosen cells while there are any.
 * Problems: `edit.nothingSelected`, `edit.noText`.
 */
export function toggleTextStyle(field: ToggledStyle): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const styles = selectedTextStyles(context);
    if (styles.length === 0) return err(problem('edit.noText'));
    return pasteStyle({ [field]: !styles.every((style) => style[field]) })(context);
  };
}

/** The text styles of the selection: of texts, and of the chosen cells of a table or else all of its cells. */
export function selectedTextStyles(context: SelectingCells): readonly Pick<TextStyle, ToggledStyle>[] {
  const cells = new Set(selectedCells(context));
  return chosenElements(context.template, context.selection).flatMap((element) => {
    if (isTable(element)) return element.cells.filter((_, i) => cells.size === 0 || cells.has(i)).map((c) => c.style);
    return 'bold' in element ? [element] : [];
  });
}

function styledElement(element: LabelElement, style: ElementStyle, { bounds }: CommandContext): LabelElement {
  const fields = fieldsFor(element, style) as Partial<LabelElement>;
  // The box of a text must be refitted before its alignment changes; otherwise the text jumps to the other edge of the
  // box.
  return Object.keys(fields).length === 0 ? element : withFields(refitted(element, bounds), fields);
}

function styledTable(table: TableElement, style: ElementStyle, context: CommandContext): TableElement {
  const chosen = new Set(selectedCells(context));
  const cells = table.cells.map((cell, i) => {
    if (chosen.size > 0 && !chosen.has(i)) return cell;
    const fields = fieldsFor(cell.style, style) as Partial<CellStyle>;
    const differs = Object.entries(fields).some(([key, value]) => cell.style[key as keyof CellStyle] !== value);
    return differs ? { ...cell, style: { ...cell.style, ...fields } } : cell;
  });
  const same = cells.every((cell, i) => cell === table.cells[i]);
  const styled = same ? table : changed<TableElement>(table, { cells });
  const { penWidthMm } = style;
  if (typeof penWidthMm !== 'number' || chosen.size > 0 || table.locked) return styled;
  const pen = Math.min(TABLE_PEN_LIMITS.max, Math.max(TABLE_PEN_LIMITS.min, penWidthMm));
  return pen === table.penWidthMm ? styled : withPenWidth(styled, pen);
}

/** Whether the target is a text whose box may grow: a table cell has no box of its own, and is in no size group either. */
function canGrow(target: object): boolean {
  return 'sizeGroup' in target;
}

/** The fields of the style that `target` has too, with values that it supports. */
function fieldsFor(target: object, style: ElementStyle): object {
  return Object.fromEntries(
    Object.entries(style).filter(
      ([key, value]) =>
        key in target &&
        (key !== 'align' || 'arrange' in target || PLAIN_ALIGNS.includes(value)) &&
        (key !== 'fit' || canGrow(target) || value !== 'grow'),
    ),
  );
}
