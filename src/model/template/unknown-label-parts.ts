import type { LabelSettings, UnknownLabelParts } from './template.ts';

/** The label with these unknown parts instead of its own; none if they are empty. */
export function withUnknownLabelParts(label: LabelSettings, parts: UnknownLabelParts): LabelSettings {
  const { unknown: _, ...known } = label;
  return Object.keys(parts).length === 0 ? known : { ...known, unknown: parts };
}

/**
 * The unknown parts of a label without a background that is only named by its path, as the background and as a page.
 */
export function withoutBackgroundPath(parts: UnknownLabelParts, path: string): UnknownLabelParts {
  const { background, canvases = [], ...rest } = parts;
  const others = canvases.filter((canvas) => canvas !== path);
  return {
    ...rest,
    ...(background === undefined || background === path ? {} : { background }),
    ...(others.length === 0 ? {} : { canvases: others }),
  };
}
