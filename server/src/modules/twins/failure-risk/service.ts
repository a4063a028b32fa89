export { type RiskToWrite, replaceRisks } from './block-store.ts';
export { checkedConsequence, getConsequence, saveConsequence, toConsequence } from './consequence.ts';
export {
  type ConsequenceRow,
  deleteConsequenceRow,
  insertConsequence,
  selectConsequenceById,
  selectConsequencesByOwner,
  selectConsequencesOfTwin,
  updateConsequenceRow,
} from './consequence-store.ts';
export { emitRiskInputs, type Owner } from './owner.ts';
export {
  getProbability,
  recalculateProbabilities,
  resolveParameters,
  saveProbability,
  toProbability,
} from './probability.ts';
export { type ProbabilityRow, selectProbabilitiesByOwner } from './probability-store.ts';
