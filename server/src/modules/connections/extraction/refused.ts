import type { MappingTarget } from '@twinward/contracts/connections/mapping';
import type { RemoteRecord } from '../../../connectors/connector.ts';

/** A record that cannot be imported, and why. */
export interface Refused {
  record: RemoteRecord;
  message: string;
}

/** A user-readable problem of a mapped field. */
export const message = (
  problem: { to: string; message: string },
  targets: readonly MappingTarget[],
): string => `${targets.find(({ name }) => name === problem.to)?.label ?? problem.to}: ${problem.message}`;
