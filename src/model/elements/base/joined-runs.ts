import type { Mm } from '#model/kernel/units.ts';
import type { GlyphRun } from './display-op.ts';
import type { ShapedText } from './layout.ts';

/** Collects letters that were shaped one by one into one glyph run per face, size and color. */
export class JoinedRuns {
  readonly #runs = new Map<string, GlyphRun[]>();

  add(shaped: ShapedText, dx: Mm, dy: Mm): void {
    for (const run of shaped.runs) {
      const moved = { ...run, positions: run.positions.map((v, i) => v + (i % 2 === 0 ? dx : dy)) };
      const key = `${run.face} ${run.sizeMm} ${run.embolden} ${run.skew} ${run.color ?? ''}`;
      const alike = this.#runs.get(key);
      if (alike === undefined) this.#runs.set(key, [moved]);
      else alike.push(moved);
    }
  }

  runs(): readonly GlyphRun[] {
    return [...this.#runs.values()].map(joined);
  }
}

function joined(runs: readonly GlyphRun[]): GlyphRun {
  const [first] = runs;
  if (first === undefined) throw new Error('no run');
  if (runs.length === 1) return first;
  const count = runs.reduce((sum, run) => sum + run.glyphs.length, 0);
  const glyphs = new Uint16Array(count);
  const clusters = new Uint32Array(count);
  const positions = new Float32Array(count * 2);
  let text = '';
  let at = 0;
  for (const run of runs) {
    glyphs.set(run.glyphs, at);
    positions.set(run.positions, at * 2);
    const before = text.length;
    clusters.set(
      run.clusters.map((cluster) => cluster + before),
      at,
    );
    text += run.text;
    at += run.glyphs.length;
  }
  return { ...first, glyphs, clusters, positions, text };
}
