import { afterAll, test } from 'vitest';
import { deliverOnce } from './testing/deliver-once.ts';
import { removeDirectories } from './testing/recording.ts';

afterAll(removeDirectories);

test('delivers 100,000 messages each once, over twenty kills of the broker', async () => {
  await deliverOnce({ messages: 100_000, kills: 20 });
});
