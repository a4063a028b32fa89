export { listCalculationInputs } from './inputs.ts';
export { convertLogic } from './logic.ts';
export { type LogicChange, updateLogic } from './update.ts';
