import type { Viewport } from '#protocol/render.ts';

/**
 * The canvas in the page. A canvas is handed to a worker once and for all, so each worker gets its own; the one
 * before stays until the new one has a picture.
 */
export class ViewCanvas {
  readonly #document: Document;
  #container: HTMLElement | null = null;
  #shown: HTMLCanvasElement | null = null;
  #next: HTMLCanvasElement | null = null;

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

  /** A canvas for a new worker. */
  next(): OffscreenCanvas {
    this.#next = this.#document.createElement('canvas');
    this.#next.width = 1;
    this.#next.height = 1;
    this.#next.style.cssText = 'position:absolute;left:0;top:0;display:block;pointer-events:none';
    this.#next.setAttribute('aria-hidden', 'true');
    return this.#next.transferControlToOffscreen();
  }

  /** The newest worker has painted a picture of this size. */
  show(viewport: Viewport): void {
    if (this.#next !== null) {
      this.#shown?.remove();
      this.#shown = this.#next;
      this.#next = null;
      this.#container?.append(this.#shown);
    }
    if (this.#shown === null) return;
    // One pixel of the picture is one pixel of the screen, also while the container is being resized.
    const ratio = this.#document.defaultView?.devicePixelRatio ?? 1;
    this.#shown.style.width = `${viewport.widthPx / ratio}px`;
    this.#shown.style.height = `${viewport.heightPx / ratio}px`;
  }

  dispose(): void {
    this.#shown?.remove();
    this.#shown = null;
    this.#next = null;
    this.#container = null;
  }
}
