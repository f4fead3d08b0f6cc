/** Content of a label: types in painting order, and the position and size of each. */
export interface Drawn {
  readonly type: string;
  readonly x: string;
  readonly y: string;
  readonly width: string;
  readonly rotate: string;
  readonly lock: string;
  readonly rows: string;
}

/** The elements of a template file. */
export function drawnIn(file: string): readonly Drawn[] {
  return [...file.matchAll(/<Object (.*?)\/?>/g)].map(([, attributes = '']) => {
    const of = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    return {
      type: of('Type'),
      x: of('StartX'),
      y: of('StartY'),
      width: of('Width'),
      rotate: of('Rotate'),
      lock: of('Lock'),
      rows: of('Row'),
    };
  });
}
