export function buildKernel(): Promise<Uint8Array>;
