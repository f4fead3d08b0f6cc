export const KERNELS: readonly string[];
export function buildKernel(kernel: string): Promise<Uint8Array>;
