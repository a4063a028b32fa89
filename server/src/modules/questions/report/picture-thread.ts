import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../../platform/threads/priority.ts';
import { drawPicture } from './draw.ts';
import type { Picture } from './picture.ts';

/** Draws the charts of one mail in a separate thread, because drawing is CPU-bound and loads much code. */
lowerPriority();
parentPort!.postMessage((workerData as Picture[]).map(drawPicture));
