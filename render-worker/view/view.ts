import type { Problem } from '#model/kernel/problem.ts';
import type { TextMeasure } from '#model/elements/base/layout.ts';
import { composeLabel } from '#model/page/compose.ts';
import type { ComposedLabel } from '#model/page/display-list.ts';
import { applyChange, type Change } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import { labelProblem, type Frame, type ViewState } from '#protocol/render.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { createViewImagePainter, type ViewImagePainter } from '../images/view-image-painter.ts';
import { createPainter, type Painter } from '../paint/painter.ts';
import type { Skia } from '../skia/load.ts';
import { RasterSurface } from '../skia/raster-surface.ts';
import { ComposeCache } from './compose-cache.ts';
import type { FrameScheduler } from './frame-scheduler.ts';
import { paintView } from './paint-view.ts';
import type { ViewTarget } from './view-target.ts';

export interface ViewOptions {
  readonly skia: Skia;
  readonly fonts: FontStore;
  readonly measure: TextMeasure;
  readonly library: ImageLibrary;
  readonly target: ViewTarget;
  readonly schedule: FrameScheduler;
  readonly onFrame: (frame: Frame) => void;
  readonly now: () => number;
}

/** A font that arrives within this time spares the user a picture without it. */
const FONT_PATIENCE_MS = 150;
/** After a font could not be read; a little longer than the font store refuses to ask again. */
const FONT_RETRY_MS = 5_500;

/** The editor's picture: keeps the template up to date and paints it when it or what is seen of it changes. */
export class View {
  readonly #options: ViewOptions;
  readonly #surface: RasterSurface;
  readonly #painter: Painter;
  readonly #images: ViewImagePainter;
  readonly #cache = new ComposeCache();
  #revision = -1;
  #template: Template | null = null;
  #state: ViewState | null = null;
  /** Until then a picture waits for fonts that are being read; 0 when none is. */
  #fontsDueAt = 0;
  #fontProblem: Problem | null = null;
  #fontTries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(options: ViewOptions) {
    this.#options = options;
    this.#surface = new RasterSurface(options.skia, 'rgba');
    this.#painter = createPainter(options.skia, options.fonts);
    this.#images = createViewImagePainter(options.skia, options.library, () => this.#state?.dpi ?? 300);
  }

  reset(revision: number, template: Template): void {
    this.#revision = revision;
    this.#setTemplate(template);
  }

  /** `gap` when the change does not follow on what is here: nothing is applied, a reset is needed. */
  change(fromRevision: number, toRevision: number, change: Change): 'applied' | 'gap' {
    if (this.#template === null || fromRevision !== this.#revision) return 'gap';
    this.#revision = toRevision;
    this.#setTemplate(applyChange(this.#template, change));
    return 'applied';
  }

  view(state: ViewState): void {
    // Records come as copies: one that says the same keeps the layouts.
    const before = this.#state?.record;
    const same = before !== undefined && JSON.stringify(before) === JSON.stringify(state.record);
    this.#state = same ? { ...state, record: before } : state;
    this.#invalidate();
  }

  dispose(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#images.dispose();
    this.#painter.dispose();
    this.#surface.dispose();
  }

  #setTemplate(template: Template): void {
    this.#template = template;
    this.#options.library.add(template.assets);
    this.#invalidate();
  }

  #invalidate(): void {
    if (!this.#ended) this.#options.schedule(() => this.#paint());
  }

  #paint(): void {
    const template = this.#template;
    const state = this.#state;
    if (this.#ended || template === null || state === null) return;
    const { widthPx, heightPx, pxPerMm } = state.viewport;
    if (widthPx < 1 || heightPx < 1 || !(pxPerMm > 0)) return;
    const { now, onFrame, skia, target } = this.#options;
    const startedAt = now();
    const composed = this.#compose(template, state);
    if (this.#waitsForFonts(startedAt)) return;

    const canvas = this.#surface.resize(Math.round(widthPx), Math.round(heightPx));
    if (canvas.ok) {
      paintView(skia, canvas.value, this.#painter, this.#images, composed.list, template.label, state);
      target.present(this.#surface.pixels(), this.#surface.width, this.#surface.height);
    }
    const whole = [...(canvas.ok ? [] : [canvas.error]), ...(this.#fontProblem === null ? [] : [this.#fontProblem])];
    onFrame({
      revision: this.#revision,
      viewport: state.viewport,
      bounds: new Map(
        composed.list.items.filter((item) => item.copy !== true).map((item) => [item.elementId, item.bounds]),
      ),
      problems: [...whole.map(labelProblem), ...composed.problems],
      warnings: composed.warnings,
      placeholders: composed.placeholders,
      paintMs: now() - startedAt,
    });
  }

  #compose(template: Template, state: ViewState): ComposedLabel {
    const { fonts, library, measure } = this.#options;
    this.#cache.keepFor(state.record, state.dpi, fonts.version, template.assets, this.#fontTries);
    const context = { measure, dpi: state.dpi, imageSize: library.size };
    return composeLabel(template, state.record, context, this.#cache.compose);
  }

  /** Starts reading what the layouts asked for. True while the picture had better wait for it. */
  #waitsForFonts(atMs: number): boolean {
    const { fonts } = this.#options;
    if (fonts.hasWanted) {
      const isFirst = this.#fontsDueAt === 0;
      if (isFirst) this.#fontsDueAt = atMs + FONT_PATIENCE_MS;
      void this.#loadFonts();
      if (isFirst) this.#paintAfter(FONT_PATIENCE_MS);
    }
    return this.#fontsDueAt > atMs;
  }

  async #loadFonts(): Promise<void> {
    const loaded = await this.#options.fonts.loadWanted();
    if (this.#ended) return;
    this.#fontsDueAt = 0;
    this.#fontProblem = loaded.ok ? null : loaded.error;
    // Layouts made without the font are of no use any more, whether it came or is given up for now.
    this.#fontTries++;
    if (!loaded.ok) this.#paintAfter(FONT_RETRY_MS, () => this.#fontTries++);
    this.#invalidate();
  }

  #paintAfter(ms: number, first: () => void = () => undefined): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      first();
      this.#invalidate();
    }, ms);
  }
}
