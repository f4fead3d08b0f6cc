import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { PrimitiveAtom } from 'jotai';
import type { Template } from '#model/template/template.ts';

/** A template that did not come from the server: opened from a local file, or just created with a background image. */
const openedTemplateAtom: PrimitiveAtom<Template | null> = atom<Template | null>(null);

/** The template that the editor starts with; null if the address alone determines the label. */
export function useOpenedTemplate(): Template | null {
  return useAtomValue(openedTemplateAtom);
}

export function useSetOpenedTemplate(): (template: Template | null) => void {
  return useSetAtom(openedTemplateAtom);
}

/** The router's state for a label that was opened from a local file. */
export interface OpenedFile {
  readonly openedFile: string;
}

/** The name of that file; null for any other label. */
export function openedFileName(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('openedFile' in state)) return null;
  return typeof state.openedFile === 'string' ? state.openedFile : null;
}
