import { hiddenCharacter } from '#model/kernel/shown-text.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { LabelSettings } from './template.ts';

/** Specification 1, sections 5 and 9. */
export const LABEL_LIMITS: {
  readonly minSideMm: Mm;
  readonly maxWidthMm: Mm;
  readonly maxHeightMm: Mm;
  /** The most rows, and the most columns, of a sheet. */
  readonly maxGrid: number;
  readonly maxSpacingMm: Mm;
  readonly defaultWidthMm: Mm;
  readonly defaultHeightMm: Mm;
} = {
  minSideMm: 0.001,
  maxWidthMm: 400,
  maxHeightMm: 3000,
  maxGrid: 20,
  maxSpacingMm: 100,
  defaultWidthMm: 100,
  defaultHeightMm: 80,
};

export const FORBIDDEN_NAME_CHARACTERS = '\\ / : * ? " < > |';

/** The fault of a label's name; null when there is none. */
export function nameFault(name: string): 'empty' | 'characters' | 'hidden' | null {
  if (name.trim() === '') return 'empty';
  if (/[\\/:*?"<>|]/.test(name)) return 'characters';
  return hiddenCharacter(name, 'name') === null ? null : 'hidden';
}

export function createLabelSettings(name: string, settings: Partial<LabelSettings> = {}): LabelSettings {
  return {
    name,
    widthMm: LABEL_LIMITS.defaultWidthMm,
    heightMm: LABEL_LIMITS.defaultHeightMm,
    rows: 1,
    columns: 1,
    rowSpacingMm: 0,
    columnSpacingMm: 0,
    paddingMm: { left: 0, right: 0, top: 0, bottom: 0 },
    canvases: settings.background === undefined || settings.background === null ? [] : [settings.background],
    background: null,
    printBackground: false,
    ...settings,
  };
}
