import { afterAll, beforeAll, describe, test } from 'vitest';
import { partsOfAngle } from '#model/elements/base/turn.ts';
import { ELEMENT_TYPES, type LabelElement } from '#model/elements/element.ts';
import { hasSymbol } from '#model/elements/registry.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createPrintFixture } from '../print/create-print-core-fixture.ts';
import { goldenCases } from './golden-cases.ts';
import { expectGoldens, writeGoldenPng, WRITING } from './golden-file.ts';
import { goldenPage, goldenTemplate } from './golden-page.ts';

const DPIS = [203, 300];
/** The second one is nearer to a quarter turn than to none. */
const ANGLES = [12.3, 47.9, 200.4];

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

describe.each(ELEMENT_TYPES)('%s', (type) => {
  test('an element at a free angle is printed to exactly the expected dots', async () => {
    const subject = `turned-${type}`;
    const [{ element: base } = { element: null }] = goldenCases(type);
    if (base === null) throw new Error(`no case of ${type}`);
    const painted: Record<string, string[]> = {};
    const cases: { name: string; element: LabelElement }[] = [];
    for (const angle of ANGLES) {
      const name = `${angle} degrees`;
      const element: LabelElement = {
        ...base,
        ...partsOfAngle(angle),
        ...(hasSymbol(type) ? { freeAngle: true as const } : {}),
        mirror: angle > 180,
      };
      cases.push({ name, element });
      const pages = [];
      for (const dpi of DPIS) pages.push(await goldenPage(core, goldenTemplate([element]), dpi));
      painted[name] = pages.map((page) => page.hash);
      const [coarse] = pages;
      if (WRITING && angle === ANGLES[0] && coarse !== undefined) writeGoldenPng(subject, coarse.png);
    }
    expectGoldens(subject, painted, cases);
  });
});
