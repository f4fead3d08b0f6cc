import { expect, test } from 'vitest';
import type { PrintablePage, PrinterDriver } from '#print-assistant/printers/printer-driver.ts';
import { createBits, createPng, PAGE_DOTS, PAGE_MM } from './create-page.ts';

export const NOT_CANCELLED: AbortSignal = new AbortController().signal;

export interface DriverUnderTest extends AsyncDisposable {
  readonly driver: PrinterDriver;
  /** Number of printed sheets. */
  sheets(): Promise<number>;
}

/** The rules that every printer driver keeps. */
export function describeDriver(create: () => Promise<DriverUnderTest>): void {
  test('reports its name and limits', async () => {
    await using tested = await create();
    expect((await tested.driver.describe()).name).toBe(tested.driver.name);
  });

  test('prints nothing before the command, and then every copy', async () => {
    await using tested = await create();
    const ready = await tested.driver.prepare(createPrintablePage(1, 3));
    expect(await tested.sheets()).toBe(0);
    expect(ready.ok && (await ready.value(NOT_CANCELLED))).toEqual({ type: 'spooled' });
    await tested.driver.close(createPrintablePage(1, 3).job);
    expect(await tested.sheets()).toBe(3);
  });

  test('prints nothing of a job that was canceled before', async () => {
    await using tested = await create();
    const ready = await tested.driver.prepare(createPrintablePage(1, 3));
    const outcome = ready.ok ? await ready.value(AbortSignal.abort()) : null;
    expect(outcome).toEqual({ type: 'failed', problem: { code: 'print.cancelled' } });
    await tested.driver.close(createPrintablePage(1, 3).job);
    expect(await tested.sheets()).toBe(0);
  });

  test('closes a job again, and an unknown one', async () => {
    await using tested = await create();
    const { job } = createPrintablePage(1, 1);
    expect(await tested.driver.close(job)).toEqual({ ok: true, value: null });
    const ready = await tested.driver.prepare(createPrintablePage(1, 1));
    if (ready.ok) await ready.value(NOT_CANCELLED);
    expect(await tested.driver.close(job)).toEqual({ ok: true, value: null });
    expect(await tested.driver.close(job)).toEqual({ ok: true, value: null });
    expect(await tested.sheets()).toBe(1);
  });

  test('never reports a printed page as not printed', async () => {
    await using tested = await create();
    const page = createPrintablePage(1, 2);
    const ready = await tested.driver.prepare(page);
    if (ready.ok) await ready.value(NOT_CANCELLED);
    expect(await tested.driver.recall(page.job, 1)).not.toBe('absent');
    expect(await tested.driver.recall(page.job, 2)).not.toBe('spooled');
  });
}

export function createPrintablePage(sequence: number, copies: number): PrintablePage {
  const png = createPng(sequence);
  const bitmap = createBits(PAGE_DOTS.widthDots, PAGE_DOTS.heightDots, sequence);
  const job = { jobId: 'job', jobName: 'Tags', printer: 'any', openedAt: '2026-01-02T03:04:05.000Z' };
  return { job, sequence, copies, ...PAGE_MM, dpi: 300, png, bitmap };
}
