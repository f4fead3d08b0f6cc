import { commands } from 'vitest/browser';
import { toBase64 } from '#model/kernel/base64.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    answerFileChooser(name: string, base64: string): Promise<void>;
    createWorkbook(name: string, heading: string): Promise<string>;
  }
}

/** Chooses this file in the file chooser that the action opens. */
export async function chooseFileBy(action: () => Promise<void>, name: string, bytes: Uint8Array): Promise<void> {
  await commands.answerFileChooser(name, toBase64(bytes));
  await action();
}

/** Chooses the workbook of hidden-parts-workbook.ts. */
export async function chooseWorkbookBy(action: () => Promise<void>, name: string, heading = 'Name'): Promise<void> {
  await commands.answerFileChooser(name, await commands.createWorkbook(name, heading));
  await action();
}

/** A PNG of one color. */
export async function createPlainPng(width: number, height: number, color: string): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}
