export { convertLogic } from './logic.ts';
export { updateLogic } from './update.ts';
