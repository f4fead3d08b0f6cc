import type { TestProject } from 'vitest/node';
import { startProduct, type Product } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    productAddress: string;
  }
}

let product: Product | undefined;

/** Before the first end-to-end test of a run. */
export async function setup(project: TestProject): Promise<void> {
  product = await startProduct();
  project.provide('productAddress', product.address);
}

/** After the last. */
export async function teardown(): Promise<void> {
  await product?.stop();
}
