import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { DocumentInfo } from '#model/document/document-file.ts';
import type { SheetSplit } from '#model/document/split/sheet-split.ts';
import { PdfPrintScreen } from '#app/documents/PdfPrintScreen.tsx';
import type { Services } from '#app/state/services.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

const INFO: DocumentInfo = {
  document: 'sha256:1' as DocumentInfo['document'],
  kind: 'pdf',
  fileName: 'sheets.pdf',
  pages: Array.from({ length: 3 }, () => ({ sizeMm: { width: 210, height: 297 }, dpi: null })),
};

/** Two boxes on each page; only those of the first page are certain. */
function splitOf(sheet: number): SheetSplit {
  const confidence = sheet === 0 ? 0.9 : 0.3;
  const labels = [10, 110].map((x) => ({
    boxMm: { x, y: 20, width: 90, height: 120 },
    rotation: 0 as const,
    confidence,
  }));
  return { labels, method: 'search', confidence, skewDegrees: 0, nonLabelsMm: [], signature: '' };
}

const SERVICES = {
  documents: {
    open: () => Promise.resolve(ok(INFO)),
    split: (_document: unknown, sheet: number) => Promise.resolve(ok(splitOf(sheet))),
    picture: () => Promise.resolve(err(problem('document.noPage'))),
  },
  office: { availability: () => Promise.resolve(ok({ available: true, text: '', command: '' })) },
  documentPreview: { asPrinted: () => Promise.resolve(err(problem('document.noPage'))) },
  assistant: { printers: () => Promise.resolve(ok([])) },
  devices: { list: () => Promise.resolve([]), subscribe: () => () => undefined },
} as unknown as Partial<Services>;

const print = page.getByRole('button', { name: /^Print \d labels/ });
const question = page.getByText('Are these 2 boxes the labels? The split is not certain.');

beforeEach(async () => {
  await mountApp(<PdfPrintScreen />, createTestServices({ services: SERVICES }));
  await expect.element(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]') ?? expect.fail('no picker');
  await userEvent.upload(picker, new File(['%PDF-1.7'], 'sheets.pdf', { type: 'application/pdf' }));
  await page.getByRole('radio', { name: /^Smart label split/ }).click();
});

test('guessed boxes are asked about page by page, and nothing is printed before each has an answer', async () => {
  await expect.element(page.getByText('Confirm the boxes on page 2 before printing.')).toBeVisible();
  await expect.element(print).toBeDisabled();
  // The split of the first page is certain.
  await expect.element(question).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show page' }).click();
  await expect.element(question).toBeVisible();
  await expect.element(page.getByRole('option', { name: /^Label 3,/ })).toBeVisible();
  await page.getByRole('button', { name: 'Use these boxes' }).click();
  await expect.element(page.getByText('Confirm the boxes on page 3 before printing.')).toBeVisible();
  await expect.element(print).toBeDisabled();
  await expect.element(question).toBeVisible();
  await page.getByRole('button', { name: 'Use whole page' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /Print 5 labels/ })).toBeEnabled();
  await expect.element(page.getByRole('option', { name: 'Label 5, 210.0 × 297.0 mm' })).toHaveFocus();
  // The boxes are as guessed again.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(question).toBeVisible();
  await expect.element(print).toBeDisabled();
});

test('boxes that the user changes need no other answer', async () => {
  await page.getByRole('button', { name: 'Show page' }).click();
  await page.getByRole('button', { name: 'Change boxes' }).click();
  await expect.element(page.getByRole('option', { name: /^Label 3,/ })).toHaveFocus();
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText('Confirm the boxes on page 3 before printing.')).toBeVisible();
});

test('boxes of all unanswered pages are confirmed at once, and until then their thumbnails are marked', async () => {
  const second = page.getByRole('option', { name: /^Page 2 of 3/ });
  await expect.element(second).toHaveAccessibleName('Page 2 of 3, boxes not confirmed');
  await expect.element(second.getByText('?')).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Page 1 of 3', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show page' }).click();
  await page.getByRole('button', { name: 'Use boxes on all 2 pages' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /Print 6 labels/ })).toBeEnabled();
  await expect.element(second).toHaveAccessibleName('Page 2 of 3');
  await expect.element(second.getByText('?')).not.toBeInTheDocument();
});
