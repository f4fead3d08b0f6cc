import type { Point, Size } from '#model/kernel/geometry.ts';
import { createElementId } from '#model/kernel/ids.ts';
import type { AssetKey, ElementId, Random } from '#model/kernel/ids.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import { ok } from '#model/kernel/result.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { freePlaceMm, middleInside } from '../free-place.ts';
import { moved, withFootprint } from '#model/elements/base/footprint.ts';
import type { ElementType, LabelElement } from '#model/elements/element.ts';
import { createElement, fileTypeOf, freeElementName } from '#model/elements/registry.ts';
import type { Asset } from '#model/template/template.ts';
import type { Command, DrawnBox } from '../editor.ts';
import { drawnInto } from './drawn.ts';

/** Options for a new element. */
export interface AddOptions {
  /**
   * The wanted middle, in mm: the element is placed inside the label on each axis on which it fits. `freePlaceMm` when
   * left out.
   */
  readonly centreMm?: Point;
  /** The drawn box, instead of a middle. */
  readonly drawn?: DrawnBox;
  /** The stem of its name: the type in the user's language; the file's `Type` when left out. */
  readonly stem?: string;
  /** The time that a new time element starts with. */
  readonly now?: LocalTime;
  /** The user's language, in which a new element writes dates. */
  readonly language?: string;
  /** The form of a new element, for types that have several. */
  readonly variant?: string;
  /** The first text of a text element. */
  readonly text?: string;
  /** The picture of an image element. */
  readonly image?: { readonly key: AssetKey; readonly asset: Asset; readonly size: Size };
}

/** Adds an element on top of the others and selects it. An image element needs its image. */
export function addElement(type: ElementType, options: AddOptions = {}): Command {
  return ({ template, random, viewport }) => {
    const { label } = template;
    const element = createElement(type, {
      id: freeElementId(template.elements, random),
      name: freeElementName(options.stem ?? fileTypeOf(type), template.elements),
      centreMm: { x: label.widthMm / 2, y: label.heightMm / 2 },
      labelWidthMm: label.widthMm,
      labelHeightMm: label.heightMm,
      zoom: viewport.zoom,
      ...(options.now === undefined ? {} : { now: options.now }),
      ...(options.language === undefined ? {} : { language: options.language }),
      ...(options.variant === undefined ? {} : { variant: options.variant }),
      ...(options.text === undefined ? {} : { text: options.text }),
      ...(options.image === undefined ? {} : { image: { asset: options.image.key, size: options.image.size } }),
    });
    const box = elementBox(element);
    const centreMm =
      options.centreMm === undefined
        ? freePlaceMm(viewport, template, box)
        : middleInside(options.centreMm, box, label);
    const there =
      options.drawn === undefined
        ? moved(element, centreMm.x - box.width / 2 - box.x, centreMm.y - box.height / 2 - box.y)
        : drawnInto(element, options.drawn);
    const placed = withFootprint<LabelElement>(there, elementBox(there));
    const assets =
      options.image === undefined
        ? template.assets
        : new Map([...template.assets, [options.image.key, options.image.asset] as const]);
    return ok({ template: { ...template, elements: [...template.elements, placed], assets }, selection: [placed.id] });
  };
}

/** An element id that is not used in the list. */
export function freeElementId(elements: readonly LabelElement[], random: Random): ElementId {
  const taken = new Set(elements.map((e) => e.id));
  let id = createElementId(random);
  while (taken.has(id)) id = createElementId(random);
  return id;
}
