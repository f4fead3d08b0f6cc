import type { ReactElement } from 'react';
import type { Changes } from './use-changes.ts';

/** Frames on the picture of one of two labels around what differs. The list beside it says the same in words. */
export function ChangeMarks(props: {
  readonly changes: Changes;
  readonly side: 'before' | 'after';
}): ReactElement | null {
  const { changes, side } = props;
  if (typeof changes === 'string') return null;
  const { widthMm, heightMm } = changes.sizes[side];
  const percent = (mm: number, of: number): string => `${(100 * mm) / of}%`;
  return (
    <span className="version-marks" aria-hidden>
      {changes.elements.map((element) => {
        const rect = element[side];
        return rect === null ? null : (
          <span
            key={element.id}
            data-change={element.type}
            style={{
              left: percent(rect.x, widthMm),
              top: percent(rect.y, heightMm),
              width: percent(rect.width, widthMm),
              height: percent(rect.height, heightMm),
            }}
          />
        );
      })}
    </span>
  );
}
