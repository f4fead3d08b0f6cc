import { ok, type Result } from '#model/kernel/result.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { ViewState, Viewport } from '#protocol/render.ts';
import { dirtyRegion, placesOf } from './dirty-region.ts';
import { paintView, type ViewBrush } from './paint-view.ts';
import type { Scene } from './scene.ts';
import type { ViewTarget } from './view-target.ts';

/** What a picture shows besides its elements: another of these, and all of it is painted. */
interface Setting {
  readonly label: LabelSettings;
  readonly viewport: Viewport;
  readonly surroundings: string;
  readonly hasBeside: boolean;
  /** Stands for fonts, images and resolution: ink may differ although the items are the same. */
  readonly inkVersion: number;
}

/** Paints scenes on a target: all of it, or only where ink may have changed since the last time. */
export class ScenePainter {
  readonly #brush: ViewBrush;
  readonly #target: ViewTarget;
  #scene: Scene | null = null;
  #setting: Setting | null = null;

  constructor(brush: ViewBrush, target: ViewTarget) {
    this.#brush = brush;
    this.#target = target;
  }

  /** The scene must be up to date. False when there is nothing to paint on for now. */
  paint(scene: Scene, state: ViewState, inkVersion: number): Result<boolean> {
    const { viewport, surroundings } = state;
    const { label, hasBeside } = scene;
    const easel = this.#target.begin(Math.round(viewport.widthPx), Math.round(viewport.heightPx));
    if (!easel.ok) return easel;
    if (easel.value === null) return ok(false);
    const setting: Setting = { label, viewport, surroundings, hasBeside, inkVersion };
    const isSame = easel.value.kept && this.#scene === scene && sameSetting(this.#setting, setting);
    this.#scene = scene;
    this.#setting = setting;
    const dirty = scene.takeDirty();
    const region = isSame ? dirtyRegion(dirty, viewport) : null;
    if (region === null || region.length > 0) {
      const whole = { x: 0, y: 0, width: Math.round(viewport.widthPx), height: Math.round(viewport.heightPx) };
      const seen = region ?? [whole];
      const items = scene.find(placesOf(seen, viewport));
      paintView(this.#brush, easel.value, { label, items, hasBeside }, state, seen);
    }
    this.#target.present(region);
    return ok(true);
  }

  dispose(): void {
    this.#scene = null;
  }
}

function sameSetting(a: Setting | null, b: Setting): boolean {
  if (a === null || a.label !== b.label || a.hasBeside !== b.hasBeside) return false;
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
