import { expect, test } from 'vitest';
import { proveDeliveryTo } from './testing/proofs/delivery-setting.ts';

const mostBytes = 1024 * 1024;

test('each of 500 clients receives each message once, despite kills and restarts of the process', async () => {
  const bytes = await proveDeliveryTo(500, 10);
  console.log(`${Math.round(bytes / 1024)} KiB of memory a client`);
  expect(bytes).toBeLessThan(mostBytes);
});
