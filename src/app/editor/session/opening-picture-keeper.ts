import { toBase64 } from '#model/kernel/base64.ts';
import { definitionOf, fontFamiliesOf, sourcesOf, type LabelElement } from '#model/elements/element.ts';
import { FONT_FAMILIES } from '#model/elements/base/fonts.ts';
import type { DataSource } from '#model/elements/base/content.ts';
import { hasRowPictures } from '#model/elements/image/image-element.ts';
import type { Template } from '#model/template/template.ts';
import { fitted } from '#editor/viewport.ts';
import type { EditorState } from '#editor/editor.ts';
import { OPENING_PICTURE_LIMITS } from '#protocol/api.ts';
import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { openingLook, shownOpening } from '#app/state/opening-picture.ts';
import type { EditorSession } from './editor-session.tsx';

/** The picture of a label that rests this long is complete. */
const REST_MS = 400;

interface SavedLabel {
  readonly id: string;
  readonly revision: number;
}

/**
 * Stores the picture of the saved label on the server as soon as the canvas shows what it will show first at the next
 * opening. Returns a function that stops it.
 */
export function keepOpeningPicture(session: EditorSession, api: ApiClient, { id, revision }: SavedLabel): () => void {
  const { editor, frame, render } = session;
  const shown = shownOpening();
  /** The look of the stored picture. */
  let kept = shown?.revision === revision ? shown.look : '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const life = new AbortController();

  async function keep(): Promise<void> {
    const look = openingLook();
    const canvas = render.canvas();
    const parent = canvas?.parentElement;
    if (!isWanted() || canvas === null || parent === null || parent === undefined) return;
    const { widthPx, heightPx } = frame.get()?.viewport ?? { widthPx: 0, heightPx: 0 };
    // The worker's message is here, and its pixels are not yet.
    if (canvas.width !== widthPx || canvas.height !== heightPx) return follow();
    const { left, top, width, height } = parent.getBoundingClientRect();
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    copy.getContext('2d', { alpha: false })?.drawImage(canvas, 0, 0);
    kept = look;
    const png = new Uint8Array(await (await copy.convertToBlob({ type: 'image/png' })).arrayBuffer());
    if (png.length > OPENING_PICTURE_LIMITS.bytes || life.signal.aborted) return;
    const place = { left, top, width, height };
    const how = { signal: life.signal, quiet: true };
    await api.call('saveOpeningPicture', { id, revision, look, ...place, png: toBase64(png) }, how);
  }

  function isWanted(): boolean {
    const look = openingLook();
    return look !== '' && look !== kept && isAsOpened(session);
  }

  function follow(): void {
    stopTimer(timer);
    timer = isWanted() ? startTimer(() => void keep(), REST_MS) : undefined;
  }

  const stops = [editor.subscribe(follow), frame.subscribe(follow)];
  follow();
  return () => {
    life.abort();
    stopTimer(timer);
    for (const stop of stops) stop();
  };
}

/** Whether the canvas shows the label as the editor will open it, and nothing that another opening may show differently. */
export function isAsOpened({
  editor,
  frame,
  asPrinted,
  printer,
  data,
}: Pick<EditorSession, 'editor' | 'frame' | 'asPrinted' | 'printer' | 'data'>): boolean {
  const state = editor.state();
  const picture = frame.get();
  const dpi = printer.state.get()?.dpi ?? DEFAULT_DPI;
  return (
    !state.dirty &&
    state.interaction.type === 'none' &&
    isFitted(state) &&
    picture?.revision === state.revision &&
    picture.awaitsFonts !== true &&
    picture.problems.length === 0 &&
    !asPrinted.get() &&
    dpi === DEFAULT_DPI &&
    data.state.get().sheets.size === 0 &&
    data.state.get().language === null &&
    isConstant(state.template)
  );
}

export function isFitted({ viewport, template }: EditorState): boolean {
  const { zoom, originXPx, originYPx } = fitted(viewport, template.label);
  return viewport.zoom === zoom && viewport.originXPx === originXPx && viewport.originYPx === originYPx;
}

/** Whether nothing on the label depends on data, opened pictures, counters, the time or added fonts. */
function isConstant({ elements, label }: Template): boolean {
  if (label.languages?.column !== undefined) return false;
  return elements.every(
    (element) =>
      !showsTime(element) &&
      !hasRowPictures(element) &&
      sourcesOf(element).every(isConstantSource) &&
      fontFamiliesOf(element).every((family) => FONT_FAMILIES.some(({ name }) => name === family)),
  );
}

/** Whether the element has a value of its own instead of data: the time. */
function showsTime(element: LabelElement): boolean {
  return definitionOf(element.type).value !== undefined && sourcesOf(element).length === 0;
}

function isConstantSource(source: DataSource): boolean {
  switch (source.type) {
    case 'fixed':
    case 'reference':
      return true;
    case 'sequence':
      return source.counter === undefined;
    default:
      return false;
  }
}
