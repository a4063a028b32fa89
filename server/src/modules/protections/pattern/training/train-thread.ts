import { lowerPriority } from '../../../../platform/threads/priority.ts';
import { threadWork } from '../../../../platform/threads/thread-work.ts';
import { trainPatterns } from './train-work.ts';

lowerPriority();

export default threadWork(trainPatterns);
