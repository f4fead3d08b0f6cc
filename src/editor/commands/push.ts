import type { ElementId } from '#model/kernel/ids.ts';
import { ok } from '#model/kernel/result.ts';
import { changed } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { followsLength } from '#model/page/content-length.ts';
import { elementsBelow } from '#model/page/pushed-elements.ts';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import type { Template } from '#model/template/template.ts';
import type { Command } from '../editor.ts';
import { withElements } from '../footprint.ts';
import { selectedElements } from '../selection.ts';

/** Sets whether texts above push the selected elements down. Problem: `edit.nothingSelected`. */
export function setPushed(pushed: boolean): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    return ok({ template: withElements(context.template, withPushed(selected.value, pushed)) });
  };
}

/** Sets that a text pushes everything below it. */
export function pushAllBelow(text: ElementId): Command {
  return ({ template }) => ok({ template: withElements(template, withPushed(stayingBelow(template, text), true)) });
}

/** The elements below a text that stay where they are when it grows. */
export function stayingBelow({ elements, label }: Template, text: ElementId): readonly LabelElement[] {
  const upper = elements.find(({ id }) => id === text);
  if (upper === undefined) return [];
  const isFixed = contentLengthOf(label) === null;
  // What is at the label's end makes room in any case.
  const below = elements.filter((element) => isFixed || !followsLength(element));
  return elementsBelow(upper, below, label.widthMm).filter(({ pushed }) => pushed !== true);
}

function withPushed(elements: readonly LabelElement[], pushed: boolean): readonly LabelElement[] {
  return elements.map((element) => {
    if (pushed) return changed<LabelElement>(element, { pushed: true });
    const { pushed: _, ...others } = element;
    return element.pushed === true ? (others as LabelElement) : element;
  });
}
