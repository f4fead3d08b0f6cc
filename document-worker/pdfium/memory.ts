import type { Pdfium } from './pdfium.ts';

/** Lends `size` bytes of pdfium's memory for one call. Throws if it is out of memory. */
export function lend<T>(pdfium: Pdfium, size: number, use: (address: number) => T): T {
  const address = allocate(pdfium, size);
  try {
    return use(address);
  } finally {
    pdfium.api.pdfium.wasmExports.free(address);
  }
}

/** Copies bytes into pdfium's memory; the caller releases them with `free`. */
export function keepBytes(pdfium: Pdfium, bytes: Uint8Array): number {
  const address = allocate(pdfium, Math.max(1, bytes.length));
  pdfium.heap().set(bytes, address);
  return address;
}

export function free(pdfium: Pdfium, address: number): void {
  pdfium.api.pdfium.wasmExports.free(address);
}

/** 32-bit floats at an address. */
export function readFloats(pdfium: Pdfium, address: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => pdfium.api.pdfium.getValue(address + 4 * i, 'float'));
}

export function writeFloats(pdfium: Pdfium, address: number, values: readonly number[]): void {
  for (const [i, value] of values.entries()) pdfium.api.pdfium.setValue(address + 4 * i, value, 'float');
}

/** A text that pdfium writes as UTF-16, after it has reported the size; null for more than `most` bytes. */
export function readText(
  pdfium: Pdfium,
  most: number,
  write: (address: number, size: number) => number,
): string | null {
  const size = write(0, 0);
  if (size > most) return null;
  if (size <= 2) return '';
  return lend(pdfium, size, (address) => {
    write(address, size);
    return pdfium.api.pdfium.UTF16ToString(address);
  });
}

function allocate(pdfium: Pdfium, size: number): number {
  const address = pdfium.api.pdfium.wasmExports.malloc(size);
  if (address === 0) throw new RangeError('pdfium has no memory left');
  return address;
}
