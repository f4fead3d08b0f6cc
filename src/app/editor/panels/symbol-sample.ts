import { retyped, type DataSource } from '#model/elements/base/content.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import type { Symbology } from '#model/symbology/types.ts';

/** Specification 2, section 4: choosing a symbology also sets its sample content, unless the content was edited. */
export function sampleFor(
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
