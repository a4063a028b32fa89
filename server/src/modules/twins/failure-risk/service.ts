export { checkedConsequence, getConsequence, saveConsequence, toConsequence } from './consequence.ts';
export {
  type ConsequenceFields,
  type ConsequenceRow,
  deleteConsequence,
  insertConsequence,
  selectConsequenceById,
  selectConsequencesOf,
  selectConsequencesOfTwin,
  updateConsequence,
} from './consequence-store.ts';
export { emitRiskInputs, type Owner } from './owner.ts';
export {
  getProbability,
  recalculateProbabilities,
  resolveParameters,
  saveProbability,
  toProbability,
} from './probability.ts';
export { type ProbabilityRow, selectProbabilitiesOf } from './probability-store.ts';
