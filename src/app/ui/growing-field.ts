import type { CSSProperties } from 'react';
import './growing-field.css';

/** Properties of a text area that is as high as its text. */
export interface GrowingField {
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly autoSize?: { readonly minRows: number; readonly maxRows: number };
}

/**
 * Lets a text area grow with its text, between these numbers of lines. The browser does it where it can; elsewhere the
 * component library measures a hidden copy of the field after each change, which costs two layouts of the page.
 */
export function growingField(minRows: number, maxRows: number): GrowingField {
  if (!CSS.supports('field-sizing', 'content')) return { autoSize: { minRows, maxRows } };
  return { className: 'lw-growing', style: { '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties };
}
