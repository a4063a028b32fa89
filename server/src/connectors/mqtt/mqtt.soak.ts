import { afterAll, test } from 'vitest';
import { deliverOnce } from './testing/deliver-once.ts';
import { hasMosquitto } from './testing/mosquitto.ts';
import { removeDirectories } from './testing/recording.ts';
import { storeWithFailures } from './testing/store-with-failures.ts';

afterAll(removeDirectories);

test('delivers 100,000 messages once each across twenty kills of the broker', async () => {
  await deliverOnce({ messages: 100_000, kills: 20 });
});

test.runIf(hasMosquitto)('stores 100,000 messages of Mosquitto despite failed stores and restarts', () =>
  storeWithFailures(100_000, 20),
);
