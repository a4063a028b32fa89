import type { MappingTarget } from '@twinward/contracts/connections/mapping';
import type { RemoteRecord } from '../../../connectors/connector.ts';

/** A record that can't be taken, and why. */
export interface Refused {
  record: RemoteRecord;
  message: string;
}

/** A problem of a mapped field, for people. */
export const message = (
  problem: { to: string; message: string },
  targets: readonly MappingTarget[],
): string => `${targets.find(({ name }) => name === problem.to)?.label ?? problem.to}: ${problem.message}`;
