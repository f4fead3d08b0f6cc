import type { Viewport } from '#protocol/render.ts';

/**
 * The canvas in the page. A canvas can be transferred to a worker only once, so each worker gets a new one; the old one
 * remains visible until the new one has a picture.
 */
export class ViewCanvas {
  readonly #document: Document;
  #container: HTMLElement | null = null;
  #shown: HTMLCanvasElement | null = null;
  #next: HTMLCanvasElement | null = null;
  #painted: Viewport | null = null;
  #wanted: Viewport | null = null;

  constructor(page: Document) {
    this.#document = page;
  }

  mount(container: HTMLElement): () => void {
    this.#container = container;
    if (this.#shown !== null) container.append(this.#shown);
    return () => {
      if (this.#container !== container) return;
      this.#container = null;
      this.#shown?.remove();
    };
  }

  /** The canvas with the last picture; null before the first one. */
  get shown(): HTMLCanvasElement | null {
    return this.#shown;
  }

  /** A canvas for a new worker. */
  next(): OffscreenCanvas {
    this.#next = this.#document.createElement('canvas');
    this.#next.width = 1;
    this.#next.height = 1;
    this.#next.style.cssText = 'position:absolute;left:0;top:0;display:block;pointer-events:none;transform-origin:0 0';
    this.#next.setAttribute('aria-hidden', 'true');
    return this.#next.transferControlToOffscreen();
  }

  /** Reports that the newest worker has painted a picture of this size. */
  show(viewport: Viewport): void {
    if (this.#next !== null) {
      this.#shown?.remove();
      this.#shown = this.#next;
      this.#next = null;
      this.#container?.append(this.#shown);
    }
    this.#painted = viewport;
    this.#place();
  }

  /** Sets the wanted view. Until its picture is there, the browser moves and stretches the current one. */
  want(viewport: Viewport): void {
    this.#wanted = viewport;
    this.#place();
  }

  #place(): void {
    if (this.#shown === null || this.#painted === null) return;
    const { style } = this.#shown;
    const from = this.#painted;
    // A pixel of the picture is shown as a pixel of the screen, even while the container is being resized.
    const ratio = this.#document.defaultView?.devicePixelRatio ?? 1;
    style.width = `${from.widthPx / ratio}px`;
    style.height = `${from.heightPx / ratio}px`;
    const to = this.#wanted;
    if (to === null || to.pxPerMm === from.pxPerMm) {
      style.transform = '';
      return;
    }
    const scale = to.pxPerMm / from.pxPerMm;
    const x = (to.originXPx - from.originXPx * scale) / ratio;
    const y = (to.originYPx - from.originYPx * scale) / ratio;
    style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  dispose(): void {
    this.#shown?.remove();
    this.#shown = null;
    this.#next = null;
    this.#container = null;
  }
}
