import type { protectionTypeLabels } from '@twinward/contracts/protections/protection';

/** The same as in the contract; repeated to keep its schemas out of the bundle. */
export const typeLabels: typeof protectionTypeLabels = {
  condition: 'Condition protection',
  activity: 'Activity protection',
  pattern: 'Pattern protection',
};

/** Short labels for columns that already say that they are protections. */
export const typeWords: typeof protectionTypeLabels = {
  condition: 'Condition',
  activity: 'Activity',
  pattern: 'Pattern',
};
