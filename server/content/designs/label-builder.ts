import { createElementId, type Random } from '#model/kernel/ids.ts';
import { fontUnitsToMm, roundMm } from '#model/kernel/units.ts';
import { fixedText } from '#model/elements/base/content.ts';
import type { ElementType, ElementByType, LabelElement } from '#model/elements/element.ts';
import type { CreateOptions } from '#model/elements/base/definition.ts';
import { createElement, fileTypeOf, freeElementName } from '#model/elements/registry.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { type Template, createTemplate } from '#model/template/template.ts';

/** Position of an element, in mm on the label. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export type Details<T extends ElementType> = Partial<Omit<ElementByType[T], 'id' | 'type' | 'name'>>;

/** Lays out a label element by element, bottom first. */
export interface LabelBuilder {
  readonly add: <T extends ElementType>(
    type: T,
    place: Place,
    details: Details<T>,
    image?: CreateOptions['image'],
  ) => LabelBuilder;
  /** Text of one line at `fontSize` quarters of a millimeter. */
  readonly text: (
    x: number,
    y: number,
    width: number,
    fontSize: number,
    content: string,
    details?: Details<'text'>,
  ) => LabelBuilder;
  /** A horizontal rule. */
  readonly rule: (x: number, y: number, width: number, penWidthMm: number) => LabelBuilder;
  /** The last added element. */
  readonly last: () => LabelElement | undefined;
  readonly build: () => Template;
}

/** `random` makes the ids of the elements: the same numbers make the same template. */
export function createLabel(
  name: string,
  widthMm: number,
  heightMm: number,
  random: Random = Math.random,
): LabelBuilder {
  const elements: LabelElement[] = [];
  const builder: LabelBuilder = {
    add(type, place, details, image) {
      const made = createElement(type, {
        id: createElementId(random),
        name: freeElementName(fileTypeOf(type), elements),
        centreMm: { x: place.x + place.width / 2, y: place.y + place.height / 2 },
        labelWidthMm: widthMm,
        labelHeightMm: heightMm,
        zoom: 1,
        ...(image === undefined ? {} : { image }),
      });
      elements.push({
        ...made,
        xMm: roundMm(place.x),
        yMm: roundMm(place.y),
        widthMm: roundMm(place.width),
        heightMm: roundMm(place.height),
        ...details,
      });
      return builder;
    },
    text(x, y, width, fontSize, content, details = {}) {
      const height = fontUnitsToMm(fontSize) * 1.2;
      return builder.add('text', { x, y, width, height }, { sources: [fixedText(content)], fontSize, ...details });
    },
    rule(x, y, width, penWidthMm) {
      return builder.add(
        'line',
        { x, y, width, height: penWidthMm },
        { direction: 'horizontal', dashed: false, penWidthMm },
      );
    },
    last: () => elements.at(-1),
    build: () => ({ ...createTemplate(createLabelSettings(name, { widthMm, heightMm })), elements }),
  };
  return builder;
}
