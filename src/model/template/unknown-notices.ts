import { problem, type Problem } from '#model/kernel/problem.ts';
import { unknownSourceProblem } from '#model/elements/base/content.ts';
import { sourcesOf } from '#model/elements/element.ts';
import { unknownProblem } from '#model/elements/unknown/unknown.ts';
import { keptValues } from './element-format.ts';
import { labelNotices } from './label-format.ts';
import type { Template } from './template.ts';

/**
 * Notices of everything in a template that this version doesn't know, shown when it is opened. Those of an element have
 * its name as their path: `template.unknownElementType`, `template.badField`, `template.keptValue`,
 * `data.unknownSource`, `data.referenceMissing`, `data.referenceCircle`, `template.newId`; those of the label are
 * `template.backgroundPath` and `template.unreadImage`.
 */
export function unknownNotices({ label, elements }: Template): readonly Problem[] {
  const notices: Problem[] = [...labelNotices(label)];
  for (const element of elements) {
    const path = element.name;
    if (element.type === 'unknown') notices.push({ ...unknownProblem(element), path });
    for (const { field, value } of keptValues(element))
      notices.push(problem('template.keptValue', { field, value }, path));
    for (const source of sourcesOf(element)) {
      if (source.type === 'unknown') notices.push({ ...unknownSourceProblem(source), path });
    }
  }
  return notices;
}
