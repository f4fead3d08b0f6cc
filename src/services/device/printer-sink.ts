import type { PageSink } from '#protocol/printing.ts';
import type { DevicePrinters } from './device-printers.ts';

/** The sink of a run on this printer: the device itself, or the assistant. `instance`: the record of a resumed run. */
export function createPrinterSink(
  devices: Pick<DevicePrinters, 'sink'>,
  assistant: PageSink,
  printer: string,
  instance?: string,
): PageSink {
  let chosen: Promise<PageSink> | null = null;
  function sink(): Promise<PageSink> {
    chosen ??= devices.sink(printer, instance).then((device) => device ?? assistant);
    return chosen;
  }
  return {
    connect: async (signal) => (await sink()).connect(signal),
    sendPage: async (page, signal) => (await sink()).sendPage(page, signal),
    jobStatus: async (jobId, signal) => (await sink()).jobStatus(jobId, signal),
    recallPages: async (jobId, signal) => (await sink()).recallPages(jobId, signal),
    finishJob: async (jobId, signal) => (await sink()).finishJob(jobId, signal),
    cancelJob: async (jobId, signal) => (await sink()).cancelJob(jobId, signal),
  };
}
