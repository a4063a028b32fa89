import { beforeAll, expect, test } from 'vitest';
import { buildProduct } from './testing/instance.ts';
import { proveDeliveryTo } from './testing/proofs/delivery-setting.ts';

beforeAll(buildProduct);

test('each of 20 clients receives each message once, though the process is killed and started again', async () => {
  // It throws for messages that were lost or received twice. So few clients say nothing of the memory of one.
  expect(await proveDeliveryTo(20, 2)).toEqual(expect.any(Number));
}, 180_000);
