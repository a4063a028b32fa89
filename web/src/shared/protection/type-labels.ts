import type { protectionTypeLabels } from '@twinward/contracts/protections/protection';

/** Same as in the contract; duplicated to keep its schemas out of the bundle. */
export const typeLabels: typeof protectionTypeLabels = {
  condition: 'Condition protection',
  activity: 'Activity protection',
  pattern: 'Pattern protection',
};

/** Short labels for columns of protections. */
export const typeWords: typeof protectionTypeLabels = {
  condition: 'Condition',
  activity: 'Activity',
  pattern: 'Pattern',
};
