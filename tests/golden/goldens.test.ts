import { afterAll, beforeAll, describe, test } from 'vitest';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createPrintFixture } from '../print/create-print-core-fixture.ts';
import { goldenCases } from './golden-cases.ts';
import { expectGoldens, writeGoldenPng, WRITING } from './golden-file.ts';
import { GOLDEN_DPIS, goldenPage, goldenTemplate } from './golden-page.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

describe.each(ELEMENT_TYPES)('%s', (type) => {
  test('every attribute changes the picture, to exactly the expected dots', async () => {
    const cases = goldenCases(type);
    const painted: Record<string, string[]> = {};
    for (const { name, element } of cases) {
      const pages = [];
      for (const dpi of GOLDEN_DPIS) pages.push(await goldenPage(core, goldenTemplate([element]), dpi));
      painted[name] = pages.map((page) => page.hash);
      const [coarse] = pages;
      if (WRITING && name === 'base' && coarse !== undefined) writeGoldenPng(type, coarse.png);
    }
    expectGoldens(type, painted, cases);
  });
});
