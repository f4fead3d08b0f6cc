import { useMemo, type CSSProperties } from 'react';
import type { EditorState } from '#editor/editor.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import { HANDLE_CURSORS } from './SelectionFrame.tsx';

/** The shape of the pointer on the canvas (`data-cursor` in canvas.css), as far as it isn't that over an element. */
export function canvasCursor({ interaction, armed, canvasLock }: EditorState, space: boolean): string {
  switch (interaction.type) {
    case 'pan':
    case 'rotate':
      return 'grabbing';
    case 'resize':
      return HANDLE_CURSORS[interaction.handle];
    default:
      if (space) return 'grab';
      if (armed !== null) return 'draw';
      return canvasLock ? 'default' : 'pan';
  }
}

/** A cross with the icon of the armed type beside it; a plain cross where the browser shows no images as cursors. */
export function useDrawingCursor(): CSSProperties | undefined {
  const armed = useEditorState((s) => s.armed);
  const describe = useElementDescriptors();
  return useMemo(() => {
    if (armed === null) return undefined;
    const cross = '<path d="M10 1v18M1 10h18"/>';
    const icon = `<path transform="translate(15 15) scale(.8)" d="${describe(armed).icon.d}"/>`;
    const lines = (stroke: string, width: number): string =>
      `<g fill="none" stroke="${stroke}" stroke-width="${width}">${cross}${icon}</g>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">${lines('white', 3)}${lines('black', 1.2)}</svg>`;
    return { cursor: `url("data:image/svg+xml,${encodeURIComponent(svg)}") 10 10, crosshair` };
  }, [armed, describe]);
}
