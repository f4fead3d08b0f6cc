import { problem } from '#model/kernel/problem.ts';
import type { ComposedLabel, ElementProblem } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import { labelProblem, type ReadBack } from '#protocol/render.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import type { SymbolReading } from '../read-back/read-back.ts';

export interface Verification {
  readonly symbols: readonly ReadBack[];
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
}

type Placed = ComposedLabel['symbols'][number];

/** Reads every symbol of a label back. Symbols mirrored on purpose are passed over. */
export function verifySymbols(composed: ComposedLabel, read: (placed: Placed) => SymbolReading): Verification {
  const symbols: ReadBack[] = [];
  const problems: ElementProblem[] = [];
  const warnings: ElementProblem[] = [];
  for (const placed of composed.symbols) {
    if (placed.mirrored) continue;
    const { elementId, elementName, symbol } = placed;
    const reading = read(placed);
    symbols.push({
      elementId,
      elementName,
      symbology: symbol.symbology,
      expected: symbol.content,
      decoded: reading.decoded,
      ok: reading.problem === null,
    });
    if (reading.problem !== null) problems.push({ elementId, elementName, problem: reading.problem });
    if (reading.warning !== null) warnings.push({ elementId, elementName, problem: reading.warning });
  }
  return { symbols, problems, warnings };
}

/** Images that could not be decoded when they were painted: they are missing on the bitmap. */
export function imageProblems(library: ImageLibrary, template: Template): readonly ElementProblem[] {
  const problems: ElementProblem[] = [];
  for (const element of template.elements) {
    const found = element.type === 'image' ? library.problem(element.asset) : null;
    if (found !== null) problems.push({ elementId: element.id, elementName: element.name, problem: found });
  }
  const { background, printBackground } = template.label;
  if (background !== null && printBackground && library.size(background) === null) {
    problems.push(labelProblem(library.problem(background) ?? problem('image.missing')));
  }
  return problems;
}
