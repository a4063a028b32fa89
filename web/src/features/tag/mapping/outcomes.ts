import type { MappingOutcome } from '@twinward/contracts/twins/mapping';

/** Labels of outcomes. */
export const outcomeLabels: Readonly<Record<MappingOutcome, string>> = {
  proposed: 'Proposed',
  mapped: 'Mapped',
  undone: 'Undone',
  ambiguous: 'Ambiguous',
  none: 'No likely tag',
  changed: 'Changed meanwhile',
  refused: 'Refused',
  pending: 'Pending',
};
