export { listCalculationInputs } from './inputs.ts';
export { type LogicChange, updateLogic } from './update.ts';
