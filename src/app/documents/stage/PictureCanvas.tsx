import { useLayoutEffect, useRef, type JSX } from 'react';
import type { ColourPicture } from '#protocol/document.ts';

/** Shows a picture of pixels; the style sheet sets its size. */
export function PictureCanvas(props: {
  readonly picture: ColourPicture;
  readonly label?: string;
  readonly className?: string;
}): JSX.Element {
  const { picture, label, className } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const { width, height, rgba } = picture;
    const element = canvas.current;
    if (element === null) return;
    element.width = width;
    element.height = height;
    element
      .getContext('2d')
      ?.putImageData(
        new ImageData(new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length), width, height),
        0,
        0,
      );
  }, [picture]);
  return (
    <canvas
      ref={canvas}
      className={className}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
