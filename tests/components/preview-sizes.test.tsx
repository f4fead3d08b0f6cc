import { useMemo, type JSX } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RecordSource } from '#model/data/record-source.ts';
import { fieldKey } from '#model/data/record.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { sizedTemplate } from '#printing/sized-template.ts';
import { usePreview } from '#app/print/use-preview.ts';
import { column } from '#tests/support/formulas.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

const NEVER = new AbortController().signal;
const DEMANDS = { dpi: 200, minGrade: 'C', overflow: 'refuse', calibration: null } as const;
const NAMES = ['Short', 'Another', 'A name that is much too long for its box'];
const SOURCE: RecordSource = {
  count: NAMES.length,
  read: async (first, count) =>
    ok(
      NAMES.slice(first, first + count).map((name, i) => ({
        row: first + i + 2,
        values: { [fieldKey(column('name'))]: name },
      })),
    ),
};

function createTemplate(sameSizeInRun: boolean): Template {
  const place = { xMm: 2, yMm: 2, widthMm: 30, heightMm: 8 };
  const style = { fontSize: 20, minFontSize: 2, fit: 'shrink', sameSizeInRun } as const;
  const text = createTestElement('text', { sources: [column('name')], ...style, ...place });
  return createTestTemplate([text], { widthMm: 40, heightMm: 12 });
}

function FirstPage({ template }: { readonly template: Template }): JSX.Element {
  const settings = useMemo(() => ({ ...DEMANDS, firstCell: 0 }), []);
  const { page: shown, loading } = usePreview(template, settings, 1, SOURCE, 0);
  return shown === null || loading ? <p>waits</p> : <img alt="first page" src={shown.url} />;
}

async function bytesOf(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

test('the preview of a text with one size on all rows is the page that prints', async () => {
  const template = createTemplate(true);
  const services = createTestServices({});
  await mountApp(<FirstPage template={template} />, services);
  const picture = page.getByAltText('first page');
  await expect.element(picture).toBeInTheDocument();
  const shown = await bytesOf((picture.element() as HTMLImageElement).src);

  const { printRenderer } = services;
  const printed = async (of: Template): Promise<Uint8Array | undefined> => {
    const run = expectOk(await printRenderer.openRun({ dpi: 200, minGrade: 'C', template: of }, NEVER));
    const records = expectOk(await SOURCE.read(0, 1, NEVER));
    const step = expectOk(await run.printRecords(records, true, NEVER));
    run.close();
    return step.pages[0]?.png;
  };
  const sized = expectOk(await sizedTemplate(printRenderer, { template, dpi: 200 }, SOURCE, NEVER));
  expect(shown).toEqual(await printed(sized));
  expect(shown).not.toEqual(await printed(createTemplate(false)));
});
