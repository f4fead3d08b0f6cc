import { useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { chainIn, type FontCatalog } from '#model/elements/base/font-catalog.ts';
import { BLACK } from '#model/elements/base/text-color.ts';
import type { NamedStyle } from '#model/template/named-style.ts';
import { useServices } from '#app/state/services.tsx';
import { loadScreenFonts } from '#app/ui/screen-fonts.ts';

/** Samples of texts are at most this large, and at least legible. */
const SAMPLE_PX = { min: 13, max: 28 };
/** A quarter of a millimeter at 96 dpi. */
const PX_PER_UNIT = 96 / 25.4 / 4;

/** The name of a style in its look, or a line in its look with the name. */
export function StyleSample({ style }: { readonly style: NamedStyle }): ReactElement {
  if (style.kind === 'text') return <TextSample name={style.name} look={style.look} />;
  const { penWidthMm, dashed } = style.look;
  return (
    <>
      <span
        className="brand-kit-line"
        style={{ borderTop: `${Math.max(1, (penWidthMm / 25.4) * 96)}px ${dashed ? 'dashed' : 'solid'}` }}
        aria-hidden
      />
      {style.name}
    </>
  );
}

function TextSample({ name, look }: { readonly name: string; readonly look: TextLook }): ReactElement {
  const { fonts } = useServices();
  const catalog = useSyncExternalStore(fonts.subscribe, fonts.catalog);
  useEffect(() => loadScreenFonts(catalog, look.fontFamily), [catalog, look.fontFamily]);
  return (
    <span
      className="brand-kit-sample"
      style={{
        fontFamily: cssFamily(catalog, look.fontFamily),
        fontSize: Math.min(SAMPLE_PX.max, Math.max(SAMPLE_PX.min, look.fontSize * PX_PER_UNIT)),
        fontWeight: look.bold ? 700 : 400,
        fontStyle: look.italic ? 'italic' : 'normal',
        textDecoration: [look.underline ? 'underline' : '', look.strikeThrough ? 'line-through' : ''].join(' ').trim(),
        letterSpacing: look.letterSpacing * PX_PER_UNIT,
        // Black is the ink of the page, which is white in the dark.
        ...(look.color === BLACK ? {} : { color: look.color }),
      }}
    >
      {name}
    </span>
  );
}

type TextLook = Extract<NamedStyle, { kind: 'text' }>['look'];

/** The family and those that replace its missing letters, for CSS. */
export function cssFamily(catalog: FontCatalog, family: string): string {
  return chainIn(catalog, family)
    .map((name) => `"${name}"`)
    .join();
}
