import { lowerPriority } from '../../../platform/threads/priority.ts';
import { threadWork } from '../../../platform/threads/thread-work.ts';
import { checkLogic } from './check-logic.ts';

lowerPriority();

export default threadWork(checkLogic);
