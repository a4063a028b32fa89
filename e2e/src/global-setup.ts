import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { buildProduct } from '../../server/src/testing/instance.ts';
import { type Product, startProduct } from './product.ts';
import { createStage, type Stage } from './stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that returns the stage of a worker. Its product starts with the first request. */
    stages: string;
  }
}

interface Staged {
  product: Product;
  stage: Stage;
}

/** Starts a separate product for each worker. Its stories run one by one, so no other story changes it meanwhile. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildProduct();
  const starting = new Map<string, Promise<Staged>>();
  const broker = createServer((request, response) => {
    const worker = request.url!;
    const staged = starting.get(worker) ?? startStaged();
    starting.set(worker, staged);
    // As in the server's tests: no connection is reused while it is closed.
    response.setHeader('connection', 'close');
    staged.then(
      ({ stage }) => response.end(JSON.stringify(stage)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  project.provide('stages', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`);
  return async () => {
    broker.close();
    const ended = [...starting.values()].map(async (staged) =>
      (await staged.catch(() => null))?.product.stop(),
    );
    await Promise.all(ended);
  };
}

async function startStaged(): Promise<Staged> {
  const product = await startProduct();
  try {
    return { product, stage: await createStage(product) };
  } catch (error) {
    await product.stop();
    throw error;
  }
}
