import { beforeAll, expect, test } from 'vitest';
import { buildProduct } from './testing/instance.ts';
import { proveDeliveryTo } from './testing/proofs/delivery-setting.ts';

beforeAll(buildProduct);

test('each of 20 clients is told each thing once, though the process is killed and started again', async () => {
  expect(await proveDeliveryTo(20, 2)).toBeGreaterThanOrEqual(0);
}, 180_000);
