import type { ReactElement } from 'react';

/** Widths of bar and gap in turn, in modules: Code 128 of "LW-2049", start and stop included. */
const BARS = '21121411213131112412214113231112321231221213122211231133321212331112'.split('').map(Number);

/** A roll of labels, each with its own data, read back one after another. Decoration: hidden from screen readers. */
export function Showcase(): ReactElement {
  return (
    <svg viewBox="0 0 420 360" className="auth-showcase-art" aria-hidden="true">
      <g transform="translate(60 14)">
        <SmallLabel y={-92} title="Олива · 250 мл" line="0471 · A-06" muted />
        <SmallLabel y={48} title="橄榄油 250 ml" line="0472 · A-07" />
        <SmallLabel y={188} title="Azeite 250 ml" line="0473 · A-08" />
        <g transform="translate(252 92)">
          <circle r="22" fill="#0d7a6f" stroke="#fff" strokeWidth="4" />
          <path
            d="M-8 0l6 6 11-12"
            fill="none"
            stroke="#fff"
            strokeWidth="3.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      </g>
    </svg>
  );
}

interface SmallLabelProps {
  readonly y: number;
  readonly title: string;
  readonly line: string;
  readonly muted?: boolean;
}

function SmallLabel(props: SmallLabelProps): ReactElement {
  let x = 0;
  return (
    <g transform={`translate(20 ${props.y})`} opacity={props.muted === true ? 0.55 : 1}>
      <rect width="232" height="124" rx="8" fill="#fff" stroke="#d5d7d4" />
      <text x="16" y="30" fontSize="15" fontWeight="600" fill="#1b1d1f">
        {props.title}
      </text>
      <text x="16" y="50" fontSize="11" fill="#5c6166">
        {props.line}
      </text>
      <g transform="translate(16 64) scale(2 1)">
        {BARS.map((width, i) => {
          const at = x;
          x += width;
          return i % 2 === 0 ? <rect key={i} x={at} width={width} height="44" fill="#1b1d1f" /> : null;
        })}
      </g>
    </g>
  );
}
