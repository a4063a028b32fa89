import { threadWork } from '../../../platform/threads/thread-work.ts';
import { checkLogic } from './check-logic.ts';

export default threadWork(checkLogic);
