import type { RecordReference } from '@twinward/contracts/records/link';
import type { SystemType } from '@twinward/contracts/records/record-type';

type Target = Pick<RecordReference, 'type' | 'id' | 'twinId' | 'assetId'>;

const twinPath = (twinId: number | null, page = ''): string | null =>
  twinId === null ? null : `/apps/twins/${twinId}${page}`;

/** The page paths of the product's own kinds. Null for a record without a page. */
const paths: Record<SystemType | 'library-model', (record: Target) => string | null> = {
  asset: ({ id, twinId }) => twinPath(twinId, '/asset') ?? `/apps/assets/${id}`,
  twin: ({ id }) => twinPath(id),
  tag: ({ id, twinId, assetId }) =>
    twinPath(twinId, `/tags/${id}/explore`) ??
    (assetId === null ? null : `/apps/assets/${assetId}/tags/${id}`),
  work: ({ twinId }) => twinPath(twinId, '/work'),
  advisory: ({ id, twinId }) => twinPath(twinId, `/advisories/${id}`),
  'failure-mode': ({ twinId }) => twinPath(twinId, '/risk'),
  protection: ({ id }) => `/apps/protections/${id}`,
  'risk-analysis': ({ id }) => `/apps/riskanalyses/${id}`,
  activity: ({ twinId }) => twinPath(twinId, '/activities'),
  'library-model': ({ id }) => `/apps/library/twin-models/${id}`,
};

const isOwnKind = (type: string): type is keyof typeof paths => Object.hasOwn(paths, type);

/** Returns the page path of a record of any type. Null without a page. */
export const recordPath = (record: Target): string | null =>
  isOwnKind(record.type) ? paths[record.type](record) : `/tools/records/${record.id}`;
