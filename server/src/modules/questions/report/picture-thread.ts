import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../../platform/threads/priority.ts';
import { drawBars } from './draw.ts';
import type { BarPicture } from './picture.ts';

/** Draws the pictures of one mail: drawing keeps a thread busy, and loads much code. */
lowerPriority();
parentPort!.postMessage((workerData as BarPicture[]).map(drawBars));
