import type { protectionTypeLabels } from '@twinward/contracts/protections/protection';

/** As the contract has them; written here so that its schemas stay out of the page. */
export const typeLabels: typeof protectionTypeLabels = {
  condition: 'Condition protection',
  activity: 'Activity protection',
  pattern: 'Pattern protection',
};

/** The same where a column says that they are protections. */
export const typeWords: typeof protectionTypeLabels = {
  condition: 'Condition',
  activity: 'Activity',
  pattern: 'Pattern',
};
