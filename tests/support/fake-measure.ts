import type { ShapedText, ShapeRequest, TextMeasure } from '#model/elements/base/layout.ts';

/** Every character is half an em wide and a line 1.2 em high; glyph ids are code units; families called `Unknown…` are missing. */
export function createFakeMeasure(): TextMeasure {
  return {
    shape: shapeFake,
    extent: shapeFake,
    lineStarts(request) {
      let at = 0;
      return shapeFake(request)
        .runs.map(({ text }) => (at += text.length + (request.text[at + text.length] === '\n' ? 1 : 0)))
        .slice(0, -1);
    },
    hyphens: (word) => Array.from({ length: Math.max(0, word.length - 3) }, (_, i) => i + 2),
    fallback: (family) => (family.startsWith('Unknown') ? 'Roboto' : null),
  };
}

function shapeFake(request: ShapeRequest): ShapedText {
  const advance = request.sizeMm / 2 + request.letterSpacingMm;
  const perLine = request.wrapMm === null ? Infinity : Math.max(1, Math.floor(request.wrapMm / advance));
  const lines = request.text.split('\n').flatMap((line) => {
    const pieces = [];
    for (let at = 0; at < Math.max(1, line.length); at += perLine) pieces.push(line.slice(at, at + perLine));
    return pieces;
  });
  const height = request.sizeMm * 1.2;
  const widthMm = Math.max(...lines.map((line) => line.length * advance));
  return {
    widthMm,
    heightMm: lines.length * height,
    lines: lines.map((line, i) => ({
      leftMm: 0,
      widthMm: line.length * advance,
      baselineMm: i * height + request.sizeMm,
      ascentMm: request.sizeMm,
      descentMm: request.sizeMm * 0.2,
    })),
    runs: lines.map((line, i) => ({
      face: `${request.family}/${request.bold ? 700 : 400}/${request.italic ? 'italic' : 'normal'}`,
      sizeMm: request.sizeMm,
      glyphs: Uint16Array.from({ length: line.length }, (_, k) => line.charCodeAt(k)),
      positions: Float32Array.from({ length: line.length * 2 }, (_, k) =>
        k % 2 === 0 ? (k / 2) * advance : i * height + request.sizeMm,
      ),
      text: line,
      clusters: Uint32Array.from({ length: line.length }, (_, k) => k),
      embolden: false,
      skew: false,
    })),
    missing: [...request.text].map((c) => c.codePointAt(0) ?? 0).filter((code) => code > 0x1f000),
  };
}
