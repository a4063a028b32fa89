import { afterAll, test } from 'vitest';
import { hasMosquitto } from './testing/mosquitto.ts';
import { removeDirectories } from './testing/recording.ts';
import { storeInPart } from './testing/store-in-part.ts';

afterAll(removeDirectories);

test.runIf(hasMosquitto)('stores each message of Mosquitto despite failed stores and restarts', () =>
  storeInPart(4_000, 2),
);
