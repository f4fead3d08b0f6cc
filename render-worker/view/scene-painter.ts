import type { Rect } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { ViewState, Viewport } from '#protocol/render.ts';
import { dirtyRegion, placesOf } from './dirty-region.ts';
import { paintGround, paintView, paperOf, type ViewBrush } from './paint-view.ts';
import { putPrinted, type PrintedPixels } from './printed-pixels.ts';
import type { ActiveElements, Scene, SceneItem } from './scene.ts';
import { StaticLayer } from './static-layer.ts';
import type { Easel, ViewTarget } from './view-target.ts';

/** Content of a picture in addition to its elements. When any of this changes, everything is painted. */
interface Setting {
  readonly label: LabelSettings;
  readonly viewport: Viewport;
  readonly surroundings: string;
  readonly hasItemsOutside: boolean;
  /** Changes with fonts, images and resolution: ink may differ although the items are the same. */
  readonly inkVersion: number;
  /** Dots to show instead of the usual picture. */
  readonly printed: PrintedPixels | null;
}

/** With fewer items than this under the dragged ones, painting them is faster than caching a layer of them. */
const LAYER_FROM_ITEMS = 200;

/** Paints scenes on a target, everything or only where ink may have changed since the last time. */
export class ScenePainter {
  readonly #brush: ViewBrush;
  readonly #target: ViewTarget;
  #scene: Scene | null = null;
  #setting: Setting | null = null;
  readonly #layer = new StaticLayer();
  /** The elements dragged in the last frame. */
  #active: ActiveElements | null = null;

  constructor(brush: ViewBrush, target: ViewTarget) {
    this.#brush = brush;
    this.#target = target;
  }

  /**
   * The scene must be up to date. Returns false when there is nothing to paint on at the moment, or an image is not
   * made yet.
   */
  paint(scene: Scene, state: ViewState, inkVersion: number, printed: PrintedPixels | null = null): Result<boolean> {
    const { viewport, surroundings } = state;
    const { label, hasItemsOutside } = scene;
    const easel = this.#target.begin(Math.round(viewport.widthPx), Math.round(viewport.heightPx));
    if (!easel.ok) return easel;
    if (easel.value === null) return ok(false);
    const setting: Setting = { label, viewport, surroundings, hasItemsOutside, inkVersion, printed };
    const isSame = easel.value.kept && this.#scene === scene && sameSetting(this.#setting, setting);
    this.#scene = scene;
    this.#setting = setting;
    const dirty = scene.takeDirty();
    const active = scene.takeActive();
    if (printed !== null) {
      this.#layer.release();
      this.#active = null;
      this.#paintPrinted(easel.value, printed, state, label);
      this.#target.present(null);
      return ok(true);
    }
    const region = isSame ? dirtyRegion(dirty, viewport) : null;
    if (region === null || region.length > 0) {
      const seen = region ?? [wholeOf(viewport)];
      const items = scene.find(placesOf(seen, viewport));
      const goesOn = isSame && !hasItemsOutside && isSameActive(this.#active, active);
      if (!goesOn) this.#layer.release();
      const above = goesOn && active !== null ? this.#paintLayer(scene, state, easel.value, active, items) : null;
      const picture = { label, items: above ?? items, hasItemsOutside };
      paintView(this.#brush, easel.value, picture, state, seen, above === null ? null : this.#layer);
      this.#active = active;
      if (this.#brush.images.isMissing) {
        // This layer is not used, and everything is painted again.
        this.#layer.release();
        this.#setting = null;
        return ok(false);
      }
    }
    this.#target.present(region);
    return ok(true);
  }

  /** The paper with the dots of a print; nothing is outside of it. */
  #paintPrinted(easel: Easel, printed: PrintedPixels, state: ViewState, label: LabelSettings): void {
    const { skia } = this.#brush;
    paintGround(skia, easel.canvas, paperOf(label, state), state, [wholeOf(state.viewport)], null);
    putPrinted(skia, easel, printed);
  }

  /** Creates a layer if it is worth it. Returns what must be painted on top of it, or null without a layer. */
  #paintLayer(
    scene: Scene,
    state: ViewState,
    easel: Easel,
    { lowestZ }: ActiveElements,
    items: readonly SceneItem[],
  ): readonly SceneItem[] | null {
    const above = items.filter(({ z }) => z >= lowestZ);
    if (this.#layer.isTaken) return above;
    if (easel.plane === undefined || items.length - above.length < LAYER_FROM_ITEMS) return null;
    if (!StaticLayer.fits(easel.plane())) return null;
    const whole = [wholeOf(state.viewport)];
    const below = scene.find(placesOf(whole, state.viewport)).filter(({ z }) => z < lowestZ);
    paintView(this.#brush, easel, { label: scene.label, items: below, hasItemsOutside: false }, state, whole, null);
    this.#layer.take(easel.plane());
    return above;
  }

  dispose(): void {
    this.#layer.release();
    this.#scene = null;
  }
}

function wholeOf({ widthPx, heightPx }: Viewport): Rect {
  return { x: 0, y: 0, width: Math.round(widthPx), height: Math.round(heightPx) };
}

function isSameActive(a: ActiveElements | null, b: ActiveElements | null): boolean {
  if (a === null || b === null || a.lowestZ !== b.lowestZ || a.ids.size !== b.ids.size) return false;
  return [...a.ids].every((id) => b.ids.has(id));
}

function sameSetting(a: Setting | null, b: Setting): boolean {
  if (a === null || a.label !== b.label || a.hasItemsOutside !== b.hasItemsOutside || a.printed !== b.printed)
    return false;
  if (a.surroundings !== b.surroundings || a.inkVersion !== b.inkVersion) return false;
  const { widthPx, heightPx, pxPerMm, originXPx, originYPx } = a.viewport;
  const other = b.viewport;
  return (
    widthPx === other.widthPx &&
    heightPx === other.heightPx &&
    pxPerMm === other.pxPerMm &&
    originXPx === other.originXPx &&
    originYPx === other.originYPx
  );
}
