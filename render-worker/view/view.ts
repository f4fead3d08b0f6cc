import { hasEncoders, lacksEncoders, loadEncoders } from '#bwip-encoders';
import type { LabelElement } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { localTimeAt, type LocalTime } from '#model/kernel/local-time.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import { scaledRect } from '#model/page/calibration.ts';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { LabelSize, LayoutContext, TextMeasure } from '#model/elements/base/layout.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { DisplayItem, ComposedLabel } from '#model/page/display-list.ts';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import type { Change } from '#model/template/change.ts';
import type { Template, LabelSettings } from '#model/template/template.ts';
import { labelProblem, type Frame, type Viewport, type ViewState } from '#protocol/render.ts';
import { withBackground } from '../compose/with-background.ts';
import type { FontStore, FontWatch } from '../fonts/font-store.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { ViewPictures } from '../images/row-pictures.ts';
import { sha256Hex } from '../kernel/sha256.ts';
import { imageSteps } from '../images/prepare-images.ts';
import { createViewImagePainter, type ViewImagePainter } from '../images/view-image-painter.ts';
import { createSkiaPainter, type SkiaPainter } from '../paint/skia-painter.ts';
import type { Skia } from '../skia/load.ts';
import { ComposeCache } from './compose-cache.ts';
import type { FrameScheduler } from './frame-scheduler.ts';
import { paperOf } from './paint-view.ts';
import { printedDots, type DotPainter } from './printed-dots.ts';
import type { PrintedPixels } from './printed-pixels.ts';
import { Scene } from './scene.ts';
import { ScenePainter } from './scene-painter.ts';
import type { PixelBox } from './shade-plane.ts';
import { createShadePainter, type ShadePainter } from './shade-painter.ts';
import { createGpuPainter, type GpuPainter } from './gpu-painter.ts';
import type { ViewTarget } from './view-target.ts';

/** The label that the view shows, for reading its symbols. */
export interface CheckedLabel {
  readonly label: LabelSettings;
  readonly dpi: number;
  readonly symbols: ComposedLabel['symbols'];
  /** The items that touch a place (in mm), in painting order. */
  readonly find: (place: Rect) => readonly DisplayItem[];
  /** True when the view has changed in the meantime, so that the reading is outdated. */
  readonly isStale: () => boolean;
}

export interface ViewOptions {
  readonly skia: Skia;
  readonly fonts: FontStore;
  readonly measure: TextMeasure;
  readonly library: ImageLibrary;
  readonly target: ViewTarget;
  readonly schedule: FrameScheduler;
  readonly onFrame: (frame: Frame) => void;
  readonly now: () => number;
  /** The time that elements show; by default the machine's own. */
  readonly clock?: () => LocalTime;
  /** Called when the dots of a print are first shown; without it they never are. */
  readonly createDotPainter?: () => DotPainter;
}

/** How long a picture waits for a font that is being read, so that the user does not see one without it. */
const FONT_PATIENCE_MS = 150;
/** Delay before the retry of a font that could not be read: a little longer than the font store requires. */
const FONT_RETRY_MS = 5_500;
const SECOND_MS = 1_000;
/** The longest time of laying out before other messages are handled, such as a heartbeat or newer changes. */
const SLICE_MS = 50;

/** The editor's picture: keeps the template up to date and paints it when it or its visible part changes. */
export class View {
  readonly #options: ViewOptions;
  readonly #painter: SkiaPainter;
  readonly #shades: ShadePainter;
  readonly #gpu: GpuPainter;
  readonly #images: ViewImagePainter;
  readonly #scenePainter: ScenePainter;
  #dots: DotPainter | null = null;
  readonly #cache = new ComposeCache();
  readonly #clock: () => LocalTime;
  #present: LocalTime;
  #revision = -1;
  #scene: Scene | null = null;
  #assets: Template['assets'] = new Map();
  #state: ViewState | null = null;
  #context: LayoutContext | null = null;
  #inkKey: readonly unknown[] = [];
  #inkVersion = 0;
  /** Until when a picture waits for fonts that are being read; 0 without any. */
  #fontsDueAt = 0;
  #fontProblem: Problem | null = null;
  #fontTries = 0;
  /** Whether encoders are being fetched, or will be fetched again because they were unavailable. */
  #awaitsEncoders = false;
  #encoderRetry: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tick: ReturnType<typeof setTimeout> | undefined;
  /** The timer after which laying out continues. */
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Start of laying out the next picture; null when it has not started. */
  #beganAt: number | null = null;
  #ended = false;
  readonly #fonts: FontWatch;
  readonly #pictures: ViewPictures;

  constructor(options: ViewOptions) {
    const { skia, fonts, library, target } = options;
    this.#options = options;
    this.#fonts = fonts.watch();
    this.#clock = options.clock ?? localTimeAt;
    this.#present = this.#clock();
    this.#painter = createSkiaPainter(skia, fonts);
    this.#pictures = new ViewPictures(library, sha256Hex, () => this.#invalidate());
    this.#images = createViewImagePainter(skia, library, () => this.#state?.dpi ?? 300);
    this.#shades = createShadePainter(skia, fonts, this.#painter);
    this.#gpu = createGpuPainter(skia, this.#painter);
    const brush = { skia, shades: this.#shades, gpu: this.#gpu, images: this.#images };
    this.#scenePainter = new ScenePainter(brush, target);
    target.onStale(() => this.#invalidate());
  }

  reset(revision: number, template: Template): void {
    this.#revision = revision;
    const { compose, isTimed } = this.#cache;
    const { inkBounds, cutTextMm, inkBelowMm } = this.#painter;
    this.#scene = new Scene(template, { compose, isTimed, inkBounds, cutTextMm, inkBelowMm });
    this.#addAssets(template.assets);
    this.#invalidate();
  }

  /** `gap` when the change does not follow the present revision: nothing is applied, and a reset is needed. */
  change(fromRevision: number, toRevision: number, change: Change): 'applied' | 'gap' {
    if (this.#scene === null || fromRevision !== this.#revision) return 'gap';
    this.#revision = toRevision;
    this.#scene.change(change);
    if (change.assets !== undefined) this.#addAssets(change.assets);
    this.#invalidate();
    return 'applied';
  }

  /** The element in the view's current version. */
  element(id: ElementId): LabelElement | undefined {
    return this.#scene?.element(id);
  }

  show(state: ViewState): void {
    // Records arrive as copies. When one has the same content as before, the layouts are kept.
    const before = this.#state?.record;
    const same = before !== undefined && JSON.stringify(before) === JSON.stringify(state.record);
    this.#state = same ? { ...state, record: before } : state;
    if (!same) this.#pictures.nextLabel();
    this.#invalidate();
  }

  /** Call when texts may be set in other fonts. */
  fontsChanged(): void {
    this.#invalidate();
  }

  /** Replaces the pictures of rows; null for none. */
  usePictures(set: PictureSet | null, fetchPicture?: FetchPicture): void {
    this.#pictures.use(set, fetchPicture);
    this.#invalidate();
  }

  /** The currently shown label, to read its symbols; null while its layout is not up to date. */
  checkedLabel(): CheckedLabel | null {
    const [scene, state, revision] = [this.#scene, this.#state, this.#revision];
    if (scene === null || state === null || !scene.isCurrent(state.record, state.dpi)) return null;
    const { fonts } = this.#options;
    const version = fonts.version;
    const isStale = (): boolean =>
      this.#ended ||
      this.#scene !== scene ||
      this.#revision !== revision ||
      this.#state?.dpi !== state.dpi ||
      this.#state.record !== state.record ||
      fonts.version !== version;
    const find = (place: Rect): readonly DisplayItem[] => scene.find([place]).map(({ item }) => item);
    return { label: scene.label, dpi: state.dpi, symbols: scene.symbols(), find, isStale };
  }

  dispose(): void {
    this.#ended = true;
    this.#fonts.end();
    clearTimeout(this.#timer);
    clearTimeout(this.#tick);
    clearTimeout(this.#rest);
    clearTimeout(this.#encoderRetry);
    this.#dots?.dispose();
    this.#images.dispose();
    this.#pictures.dispose();
    this.#shades.dispose();
    this.#gpu.dispose();
    this.#painter.dispose();
    this.#scenePainter.dispose();
    this.#options.target.dispose();
  }

  #addAssets(assets: Template['assets']): void {
    this.#assets = assets;
    this.#options.library.add(assets);
  }

  #invalidate(): void {
    if (!this.#ended) this.#options.schedule(() => this.#paint());
  }

  #paint(): void {
    const scene = this.#scene;
    const state = this.#state;
    clearTimeout(this.#rest);
    if (this.#ended || scene === null || state === null) return;
    const { now } = this.#options;
    const startedAt = now();
    // Everything that shows the time shows the same time.
    if (this.#tick === undefined && this.#beganAt === null) this.#present = this.#clock();
    const isComplete = scene.update(
      state.record,
      this.#contextFor(state, scene.design),
      () => now() - startedAt < SLICE_MS,
    );
    this.#tickWhile(scene.hasTimed);
    const waits = this.#waitsForFonts(startedAt);
    const beganAt = this.#beganAt ?? startedAt;
    this.#beganAt = isComplete ? null : beganAt;
    // A label that is half laid out is never shown: the picture stays until all is done.
    if (!isComplete) this.#rest = setTimeout(() => this.#paint(), 0);
    if (!isComplete || waits || !isVisible(state.viewport)) return;

    const dots = this.#printedDots(scene, state);
    const made = dots === null ? null : stepUntil(dots, () => now() - startedAt < SLICE_MS);
    // Slow dots come after the usual picture: the previous one may show another part of the label, or an old one.
    if (this.#picture(scene, state, made, beganAt) && dots !== null && made === null) {
      this.#presentLater(dots, scene, state, beganAt);
    }
  }

  /** Paints what is laid out, with the dots of a print where there are any. False when there is no picture yet. */
  #picture(scene: Scene, state: ViewState, dots: Result<PrintedPixels> | null, beganAt: number): boolean {
    const { now, onFrame } = this.#options;
    const printed = dots?.ok === true ? dots.value : null;
    const painted = this.#scenePainter.paint(scene, state, this.#inkVersion, printed);
    if (this.#images.isMissing) {
      this.#makeImages(this.#images.make(), beganAt);
      return false;
    }
    if (painted.ok && !painted.value) return false;
    const notes = scene.notes();
    const failures = [painted, dots].flatMap((each) => (each?.ok === false ? [each.error] : []));
    const whole = this.#fontProblem === null ? failures : [...failures, this.#fontProblem];
    onFrame({
      revision: this.#revision,
      viewport: state.viewport,
      ...scene.takeNews(),
      ...notes,
      ...(contentLengthOf(scene.design) === null ? {} : { lengthMm: scene.label.heightMm }),
      problems: [...whole.map(labelProblem), ...notes.problems],
      printed: printed !== null,
      ...(this.#fontsDueAt === 0 ? {} : { awaitsFonts: true }),
      paintMs: now() - beganAt,
    });
    return true;
  }

  /** Makes the visible dots of a print; null where the usual picture is wanted. */
  #printedDots(scene: Scene, state: ViewState): PrintedSteps | null {
    const look = state.printed;
    const { createDotPainter, library } = this.#options;
    if (look === undefined || createDotPainter === undefined) return null;
    const painter = (this.#dots ??= createDotPainter());
    const { label } = scene;
    const size = { x: 0, y: 0, width: label.widthMm, height: label.heightMm };
    const { width, height } = look.calibration === undefined ? size : scaledRect(size, look.calibration);
    const bare = { widthMm: width, heightMm: height, dpi: state.dpi, items: scene.printed(look.calibration) };
    const list = label.printBackground ? withBackground(bare, label) : bare;
    const { widthPx, heightPx } = state.viewport;
    const paper = seenPart(paperOf(label, state), Math.round(widthPx), Math.round(heightPx));
    return (function* steps(): PrintedSteps {
      yield* imageSteps(library, list);
      return yield* printedDots(painter, list.items, label, state, look, paper);
    })();
  }

  /** Continues in slices. A change in the meantime restarts it. */
  #presentLater(dots: PrintedSteps, scene: Scene, state: ViewState, beganAt: number): void {
    this.#rest = setTimeout(() => {
      const until = this.#options.now() + SLICE_MS;
      const made = stepUntil(dots, () => this.#options.now() < until);
      if (made === null) this.#presentLater(dots, scene, state, beganAt);
      else this.#picture(scene, state, made, beganAt);
    }, 0);
  }

  /** Makes large images before the picture is painted. A change in the meantime is handled first. */
  #makeImages(steps: Generator<null, void, void>, beganAt: number): void {
    this.#beganAt = beganAt;
    this.#rest = setTimeout(() => {
      const until = this.#options.now() + SLICE_MS;
      let isDone = false;
      do isDone = steps.next().done === true;
      while (!isDone && this.#options.now() < until);
      if (isDone) this.#paint();
      else this.#makeImages(steps, beganAt);
    }, 0);
  }

  /** The context for layouts: a new object whenever everything has to be laid out again. */
  #contextFor(state: ViewState, { widthMm, heightMm }: LabelSize): LayoutContext {
    const label = { widthMm, heightMm };
    const { fonts, library, measure } = this.#options;
    const key = [
      state.dpi,
      label.widthMm,
      label.heightMm,
      fonts.version,
      hasEncoders(),
      this.#assets,
      this.#fontTries,
      this.#pictures.version,
    ];
    if (key.some((part, i) => part !== this.#inkKey[i])) this.#inkVersion++;
    this.#inkKey = key;
    const kept = this.#cache.keepFor(state.record, ...key);
    if (kept && this.#context !== null) return this.#context;
    const present = (): LocalTime => this.#present;
    this.#context = {
      measure,
      dpi: state.dpi,
      label,
      imageSize: library.size,
      rowPicture: this.#pictures.find,
      get now() {
        return present();
      },
    };
    return this.#context;
  }

  /** While anything shows the time, lays it out again each second. */
  #tickWhile(needed: boolean): void {
    if (!needed || this.#tick !== undefined) return;
    this.#tick = setTimeout(
      () => {
        this.#tick = undefined;
        this.#present = this.#clock();
        this.#scene?.tick();
        this.#invalidate();
      },
      SECOND_MS - (Date.now() % SECOND_MS),
    );
  }

  /** Starts reading the fonts that layouts requested. True while the picture should wait for them. */
  #waitsForFonts(atMs: number): boolean {
    if (this.#fonts.hasWanted || (lacksEncoders() && !this.#awaitsEncoders)) {
      const isFirst = this.#fontsDueAt === 0;
      if (isFirst) this.#fontsDueAt = atMs + FONT_PATIENCE_MS;
      void this.#loadFonts();
      if (isFirst) this.#paintAfter(FONT_PATIENCE_MS);
    }
    return this.#fontsDueAt > atMs;
  }

  async #loadFonts(): Promise<void> {
    const [loaded] = await Promise.all([this.#fonts.loadWanted(), this.#loadEncoders()]);
    if (this.#ended) return;
    this.#fontsDueAt = 0;
    this.#fontProblem = loaded.ok ? null : loaded.error;
    // Layouts made without the font are outdated, whether it has arrived or has failed.
    this.#fontTries++;
    if (!loaded.ok) this.#paintAfter(FONT_RETRY_MS, () => this.#fontTries++);
    this.#invalidate();
  }

  /** Symbols whose encoder can't be fetched have a problem, and try again later. */
  async #loadEncoders(): Promise<void> {
    if (!lacksEncoders() || this.#awaitsEncoders) return;
    this.#awaitsEncoders = true;
    try {
      await loadEncoders();
      this.#awaitsEncoders = false;
    } catch {
      this.#encoderRetry = setTimeout(() => {
        this.#awaitsEncoders = false;
        this.#fontTries++;
        this.#invalidate();
      }, FONT_RETRY_MS);
    }
  }

  #paintAfter(ms: number, first: () => void = () => undefined): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      first();
      this.#invalidate();
    }, ms);
  }
}

type PrintedSteps = Generator<null, Result<PrintedPixels>, void>;

/** Takes at least one step; null when there is more to do. */
function stepUntil(steps: PrintedSteps, mayContinue: () => boolean): Result<PrintedPixels> | null {
  do {
    const step = steps.next();
    if (step.done === true) return step.value;
  } while (mayContinue());
  return null;
}

/** The whole pixels of the paper that are on the canvas. */
function seenPart({ x, y, width, height }: Rect, widthPx: number, heightPx: number): PixelBox {
  const [x0, y0] = [Math.max(0, x), Math.max(0, y)];
  return { x0, y0, x1: Math.max(x0, Math.min(widthPx, x + width)), y1: Math.max(y0, Math.min(heightPx, y + height)) };
}

/** False until the page knows the size of the canvas; then elements are laid out but nothing is painted. */
function isVisible({ widthPx, heightPx, pxPerMm }: Viewport): boolean {
  return widthPx >= 1 && heightPx >= 1 && pxPerMm > 0;
}
