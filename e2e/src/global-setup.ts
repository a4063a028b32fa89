import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';
import { makeStage, type Stage } from './stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running product and what the stories find in it. */
    stage: Stage;
  }
}

/** Starts the product once for all stories. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  try {
    project.provide('stage', await makeStage(product));
  } catch (error) {
    await product.stop();
    throw error;
  }
  return product.stop;
}
