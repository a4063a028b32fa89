import { afterAll, test } from 'vitest';
import { hasMosquitto } from './testing/mosquitto.ts';
import { removeDirectories } from './testing/recording.ts';
import { storeWithFailures } from './testing/store-with-failures.ts';

afterAll(removeDirectories);

test.runIf(hasMosquitto)('stores each message of Mosquitto despite failed stores and restarts', () =>
  storeWithFailures(4_000, 2),
);
