import type { ReactElement } from 'react';

interface ShownLabel {
  readonly title: string;
  readonly lot: string;
  /** The lot number in Code 128: alternating widths of bars and gaps, in modules. */
  readonly widths: string;
}

const LABELS: readonly ShownLabel[] = [
  { title: 'Масло 250 мл', lot: 'LOT 0471', widths: '2112141321311331212133112122221131411213221221142412112331112' },
  {
    title: 'Olive oil 250 ml',
    lot: 'LOT 0472',
    widths: '2112141321311331212133112122221131411213221224111212412331112',
  },
  { title: 'Azeite 250 ml', lot: 'LOT 0473', widths: '2112141321311331212133112122221131411213221421122121412331112' },
];

const BARS = LABELS.map(({ widths }) => barsOf(widths));

/** The place and width of each bar, in modules. */
function barsOf(widths: string): readonly { readonly x: number; readonly width: number }[] {
  const bars = [];
  let x = 0;
  for (const [i, digit] of [...widths].entries()) {
    const width = Number(digit);
    if (i % 2 === 0) bars.push({ x, width });
    x += width;
  }
  return bars;
}

/** A picture of a roll of labels whose middle one was just verified. Decoration, hidden from screen readers. */
export function Showcase(): ReactElement {
  return (
    <svg viewBox="-20 0 400 400" className="auth-showcase-art" aria-hidden="true">
      <rect x="34" y="-20" width="292" height="440" rx="6" fill="#e2ddd0" />
      {LABELS.map((label, i) => (
        <g key={label.lot} transform={`translate(48 ${-42 + i * 166})`}>
          <rect width="264" height="152" rx="8" fill="#fff" stroke="#d5d7d4" />
          <text x="20" y="36" fontSize="17" fontWeight="600" fill="#1b1d1f">
            {label.title}
          </text>
          <text x="20" y="58" fontSize="12" fill="#5c6166">
            {label.lot}
          </text>
          <g transform="translate(20 74)">
            {BARS[i]?.map((bar) => (
              <rect key={bar.x} x={bar.x * 2} width={bar.width * 2} height="58" fill="#1b1d1f" />
            ))}
          </g>
        </g>
      ))}
      <g transform="translate(330 200)">
        <circle r="24" fill="#0d7a6f" stroke="#fff" strokeWidth="5" />
        <path
          d="M-9 0l7 7 12-13"
          fill="none"
          stroke="#fff"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  );
}
