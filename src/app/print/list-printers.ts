import type { Result } from '#model/kernel/result.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import type { DevicePrinterInfo } from '#services/device/device-printers.ts';
import type { Services } from '#app/state/services.tsx';

/** A printer of the assistant, or one that the page reaches directly. */
export type ListedPrinter = PrinterInfo | DevicePrinterInfo;

/** The assistant's answer, and the printers that the page reaches directly. */
export function lookFor(
  { assistant, devices }: Pick<Services, 'assistant' | 'devices'>,
  signal: AbortSignal,
): Promise<readonly [Result<readonly PrinterInfo[]>, readonly DevicePrinterInfo[]]> {
  return Promise.all([assistant.printers(signal), devices.list()]);
}

/** A run identifies its printer by name only, and uses the device if both have that name. */
export function joined(list: readonly PrinterInfo[], found: readonly DevicePrinterInfo[]): readonly ListedPrinter[] {
  return [...list.filter(({ name }) => found.every((device) => device.name !== name)), ...found];
}

/** All available printers; without the assistant those that the page reaches directly. */
export async function listPrinters(
  services: Pick<Services, 'assistant' | 'devices'>,
  signal: AbortSignal,
): Promise<readonly ListedPrinter[]> {
  const [answer, devices] = await lookFor(services, signal);
  return answer.ok ? joined(answer.value, devices) : devices;
}
