import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { diffTemplates } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import type { ViewState } from '#protocol/render.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { StaticLayer } from '#render-worker/view/static-layer.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createScreen } from './painted-screen.ts';
import { createSkiaFixture, hashOf, type SkiaFixture } from './skia-fixture.ts';

const WIDTH = 420;
const HEIGHT = 330;
/** At an odd scale and position, so that every edge is between pixels; the label extends beyond the canvas. */
const STATE: ViewState = {
  viewport: { widthPx: WIDTH, heightPx: HEIGHT, pxPerMm: 3.7, originXPx: 41.3, originYPx: 57.6 },
  dpi: 300,
  record: NO_RECORD,
  surroundings: '#ebecea',
};

/** Other views of the label: with whole pixels, with all its edges visible, and close to one of its corners. */
const STATES: readonly ViewState[] = [
  STATE,
  { ...STATE, viewport: { ...STATE.viewport, pxPerMm: 2.5, originXPx: 20, originYPx: 10 } },
  { ...STATE, viewport: { ...STATE.viewport, pxPerMm: 3.3, originXPx: 30.5, originYPx: 20.5 } },
  { ...STATE, viewport: { ...STATE.viewport, pxPerMm: 11.81, originXPx: -790.2, originYPx: -640.9 } },
];

/** Anywhere on or outside the label, at an edge from inside or outside, or across it. */
function boxOf(n: number): Pick<LabelElement, 'xMm' | 'yMm' | 'widthMm' | 'heightMm'> {
  const size = { widthMm: 4 + (n % 31), heightMm: 3 + (n % 19) };
  const { label } = createTestTemplate([]);
  // Part of the element beyond the edge: nothing, all, or some.
  const share = [0, 1, 0.5, 0.05, 0.95][n % 5] ?? 0;
  const place = { xMm: -8 + (n % 97), yMm: -6 + ((n * 7) % 83), ...size };
  switch (n % 6) {
    case 0:
      return { ...place, xMm: -share * size.widthMm };
    case 1:
      return { ...place, yMm: -share * size.heightMm };
    case 2:
      return { ...place, xMm: label.widthMm - (1 - share) * size.widthMm };
    case 3:
      return { ...place, yMm: label.heightMm - (1 - share) * size.heightMm };
    default:
      return place;
  }
}

function elementOf(kind: number, n: number): LabelElement {
  const box = { ...boxOf(n), canvasMirror: n % 11 === 0 };
  const rotation = ROTATIONS[n % 4] ?? 0;
  switch (kind % 5) {
    case 0:
      return createTestElement('text', {
        ...box,
        rotation,
        sources: [fixedText(`Wj ${n}`)],
        fontFamily: 'Roboto',
        fontSize: 8 + (n % 60),
        italic: n % 3 === 0,
        bold: n % 5 === 0,
        mirror: n % 7 === 0,
      });
    case 1:
      return createTestElement('line', {
        ...box,
        direction: (['left', 'right', 'horizontal', 'vertical'] as const)[n % 4] ?? 'left',
        penWidthMm: 0.1 + (n % 7) / 4,
        dashed: n % 2 === 0,
      });
    case 2:
      return createTestElement('rectangle', { ...box, rotation, penWidthMm: 0.2 + (n % 5) / 3, filled: n % 3 === 0 });
    case 3:
      return createTestElement('qrcode', { ...box, rotation, sources: [fixedText(`qr ${n}`)] });
    default:
      return createTestElement('barcode', {
        ...box,
        widthMm: 40,
        heightMm: 12,
        mirror: n % 3 === 0,
        sources: [fixedText(`B${n}`)],
      });
  }
}

type Deed = readonly [what: number, kind: number, n: number];

/** One edit: add, move, replace, remove, change the painting order, or the size of the label. */
function edited(template: Template, [what, kind, n]: Deed): Template {
  const { elements } = template;
  const at = elements.length === 0 ? 0 : n % elements.length;
  const picked = elements[at];
  if (what % 17 === 16)
    return { ...template, label: { ...template.label, widthMm: 60 + (n % 41), heightMm: 40 + (kind % 41) } };
  if (what % 6 === 0 || picked === undefined) return { ...template, elements: [...elements, elementOf(kind, n)] };
  const others = elements.filter((e) => e !== picked);
  switch (what % 6) {
    case 1:
      return { ...template, elements: others };
    case 2:
      return { ...template, elements: others.toSpliced(kind % elements.length, 0, picked) };
    case 3:
      return { ...template, elements: elements.with(at, { ...elementOf(kind, n), id: picked.id }) };
    default: {
      const moved = { ...picked, xMm: picked.xMm + (n % 23) / 3 - 3.5, yMm: picked.yMm + (kind % 19) / 3 - 3 };
      return { ...template, elements: elements.with(at, moved) };
    }
  }
}

describe('repainting changes', () => {
  let fixture: SkiaFixture;
  beforeAll(async () => {
    fixture = await createSkiaFixture();
    const warm = elementOf(0, 15);
    if (warm.type !== 'text') return;
    for (const bold of [true, false]) {
      for (const italic of [true, false]) {
        await withFonts(fixture.fonts, () =>
          fixture.measure.shape({
            text: 'Wj 0123456789 qr B',
            family: 'Roboto',
            sizeMm: 3,
            bold,
            italic,
            letterSpacingMm: 0,
            lineHeight: 0,
            align: 'left',
            wrapMm: null,
          }),
        );
      }
    }
  });

  test('gives the same pixels as a full repaint, and the same bounds', () => {
    const deed = fc.tuple(fc.nat(100), fc.nat(100), fc.nat(1000));
    const some = [fc.array(deed, { minLength: 1, maxLength: 8 }), fc.array(deed, { maxLength: 25 })] as const;
    fc.assert(
      fc.property(...some, fc.constantFrom(...STATES), (made, deeds, state) => {
        const live = createScreen(fixture);
        const fresh = createScreen(fixture);
        try {
          let template = made.reduce((t, [, kind, n]) => edited(t, [0, kind, n]), createTestTemplate([]));
          live.view.show(state);
          live.view.reset(0, template);
          fresh.view.show(state);
          const bounds = new Map(live.frames.at(-1)?.bounds);
          deeds.forEach((one, i) => {
            const next = edited(template, one);
            expect(live.view.change(i, i + 1, diffTemplates(template, next))).toBe('applied');
            template = next;
            const frame = live.frames.at(-1);
            expect(frame?.complete).toBe(false);
            for (const id of frame?.removed ?? []) bounds.delete(id);
            for (const [id, rect] of frame?.bounds ?? []) bounds.set(id, rect);
            fresh.view.reset(i, template);
            if (hashOf(live.screen) !== hashOf(fresh.screen)) {
              throw new Error(`after ${i} (${JSON.stringify(deeds[i])}): ${differences(live.screen, fresh.screen)}`);
            }
          });
          const whole = fresh.frames.at(-1);
          if (whole?.complete === true && deeds.length > 0) {
            expect(new Map([...bounds].toSorted())).toEqual(new Map([...whole.bounds].toSorted()));
          }
        } finally {
          live.view.dispose();
          fresh.view.dispose();
        }
      }),
      { numRuns: 60 },
    );
  });

  test('gives the same pixels when elements are dragged over a crowd, and copies the content under them', () => {
    const putBack = vi.spyOn(StaticLayer.prototype, 'putBack');
    const live = createScreen(fixture);
    const fresh = createScreen(fixture);
    const crowd = Array.from({ length: 420 }, (_, i): LabelElement => {
      const n = (i * 37) % 1000;
      if ([5, 250, 300, 419].includes(i)) {
        return createTestElement('rectangle', { xMm: 4, yMm: 5, widthMm: 55, heightMm: 50, penWidthMm: 1 });
      }
      const place = { xMm: 12 + ((i * 7) % 60), yMm: 12 + ((i * 11) % 50), widthMm: 9, heightMm: 5 };
      const small = i % 4 === 0 ? { fontSize: 8, sources: [fixedText('W7')] } : {};
      return { ...elementOf(i % 4, n), ...place, ...small } as LabelElement;
    });
    let template = createTestTemplate(crowd);
    template = { ...template, label: { ...template.label, widthMm: 110, heightMm: 85 } };
    live.view.show(STATE);
    live.view.reset(0, template);
    fresh.view.show(STATE);
    let revision = 0;
    const drag = (indices: readonly number[], dx: number, dy: number): void => {
      const elements = template.elements.map((e, i) =>
        indices.includes(i) ? { ...e, xMm: e.xMm + dx, yMm: e.yMm + dy } : e,
      );
      const next = { ...template, elements };
      live.view.change(revision, ++revision, diffTemplates(template, next));
      template = next;
      fresh.view.reset(revision, template);
      expect(hashOf(live.screen), differences(live.screen, fresh.screen)).toBe(hashOf(fresh.screen));
    };
    try {
      for (const indices of [[419], [300, 410], [300, 411], [250], [5]]) {
        const before = putBack.mock.calls.length;
        for (let step = 0; step < 5; step++) drag(indices, 1.3, step % 2 === 0 ? 0.9 : -0.4);
        // The lowest element has nothing under it.
        if (indices[0] !== 5) expect(putBack.mock.calls.length).toBeGreaterThan(before + 2);
        else expect(putBack.mock.calls.length).toBe(before);
      }
      // Outside the label there is a veil between: no layer, the same picture.
      for (let step = 0; step < 4; step++) drag([419], 17, 0);
    } finally {
      putBack.mockRestore();
      live.view.dispose();
      fresh.view.dispose();
    }
  });

  test('shows a move in a few pixels, and nothing for a change that does not affect the picture', () => {
    const live = createScreen(fixture);
    const box = createTestElement('rectangle', { xMm: 10, yMm: 10, widthMm: 8, heightMm: 5 });
    const first = createTestTemplate([box, createTestElement('line', { xMm: 60, yMm: 60 })]);
    live.view.reset(0, first);
    live.view.show(STATE);
    expect(live.blitted()).toBe(WIDTH * HEIGHT);
    const moved = { ...first, elements: first.elements.with(0, { ...box, xMm: 12 }) };
    live.view.change(0, 1, diffTemplates(first, moved));
    expect(live.blitted()).toBeLessThan(3_000);
    expect([...(live.frames.at(-1)?.bounds.keys() ?? [])]).toEqual([box.id]);
    const before = live.screen.slice();
    live.screen.fill(7);
    live.view.change(
      1,
      2,
      diffTemplates(moved, { ...moved, elements: moved.elements.with(0, { ...box, xMm: 12, locked: true }) }),
    );
    expect(live.frames.at(-1)?.revision).toBe(2);
    expect(live.screen.every((byte) => byte === 7)).toBe(true);
    live.view.show({ ...STATE, viewport: { ...STATE.viewport, originXPx: STATE.viewport.originXPx } });
    expect(live.screen.every((byte) => byte === 7)).toBe(true);
    live.view.show({ ...STATE, surroundings: '#ebeceb' });
    expect(live.blitted()).toBe(WIDTH * HEIGHT);
    expect(before).toHaveLength(live.screen.length);
    live.view.dispose();
  });

  test('each second repaints exactly the elements whose shown time looks different', async () => {
    let second = 10;
    const live = createScreen(fixture, () => ({ year: 2026, month: 5, day: 6, hour: 7, minute: 8, second }));
    const fields = { fontFamily: 'Roboto', widthMm: 30, heightMm: 6, region: 'us', clock: 'system' } as const;
    const time = createTestElement('timeText', {
      ...fields,
      xMm: 20,
      yMm: 20,
      showsDate: false,
      showsTime: true,
      timeFormat: 'HH:mm:ss',
    });
    const date = createTestElement('timeText', { ...fields, xMm: 20, yMm: 60, showsDate: true, showsTime: false });
    live.view.reset(0, createTestTemplate([time, date]));
    live.view.show(STATE);
    const count = live.frames.length;
    live.screen.fill(7);
    second = 11;
    while (live.frames.length === count) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(live.blitted()).toBeLessThan(6_000);
    const rows = new Set<number>();
    live.screen.forEach((byte, i) => byte !== 7 && rows.add(Math.floor(i / 4 / WIDTH)));
    const top = STATE.viewport.originYPx + 20 * STATE.viewport.pxPerMm;
    expect(Math.min(...rows)).toBeGreaterThan(top - 20);
    expect(Math.max(...rows)).toBeLessThan(top + 50);
    live.view.dispose();
  });
});

function differences(a: Uint8Array, b: Uint8Array): string {
  const found: string[] = [];
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    if ([0, 1, 2].every((c) => a[i + c] === b[i + c])) continue;
    count++;
    if (found.length < 8)
      found.push(
        `${(i / 4) % WIDTH},${Math.floor(i / 4 / WIDTH)}: ${a.subarray(i, i + 4).join()} ${b.subarray(i, i + 4).join()}`,
      );
  }
  return `${count} pixels differ: ${found.join('; ')}`;
}
