import type { Priority } from '@twinward/contracts/questions/priority';
import { advisoryPath, monitorPath } from '../address/paths.ts';

export interface NextStep {
  text: string;
  to: string;
}

/** The next step for a twin, with its link. */
export function nextStep({ twinId, advisory, threshold, protection }: Priority): NextStep {
  if (advisory) {
    const to = advisoryPath(twinId, advisory.id);
    if (advisory.isToReview) return { text: `Review the advisory ${advisory.name}`, to };
    if (advisory.state === 'active') return { text: `Carry out the advisory ${advisory.name}`, to };
    if (advisory.state === 'submitted') return { text: `Wait for the review of ${advisory.name}`, to };
    return { text: `Submit the advisory ${advisory.name}`, to };
  }
  const what = threshold?.name ?? protection?.name ?? 'its protections';
  return { text: `Look at ${what}`, to: monitorPath(twinId) };
}
