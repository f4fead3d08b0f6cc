import { type DataSource, retyped } from '#model/elements/base/content.ts';
import type { ElementByType } from '#model/elements/element.ts';
import type { Symbology } from '#model/symbology/types.ts';
import { setProperties, type SettableFields } from '#editor/commands/properties.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { growToGradeB, NEW_CODE_MERGE } from '../session/new-code-size.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';

/**
 * Changes the symbology of a code with the dependent fields. A code that still has its sample gets the sample of the new
 * symbology, and the size of a new code.
 */
export function useNewSymbology<T extends 'barcode' | 'qrcode'>(
  element: ElementByType[T] & {
    readonly type: T;
    readonly symbology: Symbology;
    readonly sources: readonly DataSource[];
  },
): (symbology: Symbology, fields: SettableFields<ElementByType[T]>) => void {
  const session = useEditorSession();
  const { run } = useActions();
  return (symbology, fields) => {
    const sample = sampleFor(element, symbology);
    session.editor.endMerge();
    run(setProperties(element.type, { ...fields, ...sample } as SettableFields<ElementByType[T]>), NEW_CODE_MERGE);
    if (sample.sources !== undefined) void growToGradeB(session, element.id);
  };
}

/** Specification 2, section 4: choosing a symbology also sets its sample content, unless the content was edited. */
function sampleFor(
  element: { readonly symbology: Symbology; readonly sources: readonly DataSource[] },
  next: Symbology,
): { readonly sources?: readonly DataSource[] } {
  const [source, more] = element.sources;
  const untouched =
    more === undefined &&
    source?.type === 'fixed' &&
    (source.text === '' || source.text === symbologyInfo(element.symbology).defaultValue);
  return untouched ? { sources: [retyped(source, symbologyInfo(next).defaultValue)] } : {};
}
