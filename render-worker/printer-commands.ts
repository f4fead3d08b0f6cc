import { expose, transfer } from 'comlink';
import type { PrinterCommandsApi } from '#protocol/printer-commands.ts';
import { encodePage } from './encode-page.ts';

/**
 * The worker that writes pages in printer languages: a large one takes seconds. It has only that part of the render
 * worker.
 */
const writer: PrinterCommandsApi = {
  async encode(order) {
    const bytes = encodePage(order);
    return transfer(bytes, [bytes.buffer]);
  },
};

expose(writer);
