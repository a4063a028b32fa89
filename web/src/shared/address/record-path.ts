import type { RecordReference } from '@twinward/contracts/records/link';
import { advisoryPath, explorePath, protectionPath, riskPath, twinPath, workPath } from './paths.ts';

type Target = Pick<RecordReference, 'type' | 'id' | 'twinId' | 'assetId'>;

/** The paths of the product's own kinds; null for a record that no page shows. */
const paths: Record<string, (record: Target) => string | null> = {
  asset: ({ id, twinId }) => (twinId === null ? `/apps/assets/${id}` : `${twinPath(twinId)}/asset`),
  twin: ({ id }) => twinPath(id),
  tag: ({ id, twinId, assetId }) => {
    if (twinId !== null) return explorePath(twinId, id);
    return assetId === null ? null : `/apps/assets/${assetId}/tags/${id}`;
  },
  work: ({ twinId }) => (twinId === null ? null : workPath(twinId)),
  advisory: ({ id, twinId }) => (twinId === null ? null : advisoryPath(twinId, id)),
  'failure-mode': ({ twinId }) => (twinId === null ? null : riskPath(twinId)),
  protection: ({ id }) => protectionPath(id),
  'risk-analysis': ({ id }) => `/apps/riskanalyses/${id}`,
  activity: ({ twinId }) => (twinId === null ? null : `${twinPath(twinId)}/activities`),
};

/** Whether a type is one of the product's own kinds. */
export const isSystemKind = (type: string): boolean => Object.hasOwn(paths, type);

/** The page of a record of any type; null if it has none. */
export const recordPath = (record: Target): string | null =>
  isSystemKind(record.type) ? paths[record.type]!(record) : `/tools/records/${record.id}`;

/** The page of the records that words find. */
export const recordSearchPath = (text: string): string =>
  `/tools/records?${new URLSearchParams({ find: text })}`;
