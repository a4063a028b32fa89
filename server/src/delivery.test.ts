import { beforeAll, expect, test } from 'vitest';
import { buildProduct } from './testing/instance.ts';
import { proveDeliveryTo } from './testing/proofs/delivery-setting.ts';

beforeAll(buildProduct);

test('each of 20 clients receives each message once, despite kills and restarts of the process', async () => {
  // It throws if a message is lost or received twice. The memory per client is not checked: 20 are too few.
  expect(await proveDeliveryTo(20, 2)).toEqual(expect.any(Number));
}, 180_000);
