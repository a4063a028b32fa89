import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../../platform/threads/priority.ts';
import { drawPicture } from './draw.ts';
import type { Picture } from './picture.ts';

/** Draws the pictures of one mail: drawing keeps a thread busy, and loads much code. */
lowerPriority();
parentPort!.postMessage((workerData as Picture[]).map(drawPicture));
