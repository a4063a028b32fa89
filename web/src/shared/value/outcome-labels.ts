import type { AdvisoryOutcome } from '@twinward/contracts/advisories/advisory';

export const outcomeLabels: Record<AdvisoryOutcome, string> = {
  confirmed: 'Confirmed',
  prevented: 'Prevented',
  'false-alarm': 'False alarm',
  'no-action': 'No action',
};
