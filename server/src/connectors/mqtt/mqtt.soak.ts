import { afterAll, test } from 'vitest';
import { deliverOnce } from './testing/deliver-once.ts';
import { hasMosquitto } from './testing/mosquitto.ts';
import { removeDirectories } from './testing/recording.ts';
import { storeInPart } from './testing/store-in-part.ts';

afterAll(removeDirectories);

test('delivers 100,000 messages each once, over twenty kills of the broker', async () => {
  await deliverOnce({ messages: 100_000, kills: 20 });
});

test.runIf(hasMosquitto)(
  'stores 100,000 messages of Mosquitto while some blocks can not be stored, over its restarts',
  () => storeInPart(100_000, 20),
);
