import type { Access } from '@twinward/contracts/access/access';
import type { AuditEntity } from '@twinward/contracts/system/audit';
import { recordPath } from '../records/record-path.ts';

/** An existing record that a line of the audit trail is about. */
export interface AuditTarget {
  id: string;
  name: string;
  twinId: number | null;
  assetId: number | null;
  /** The containing record if that is not a twin: the analysis of a scenario, the protection of a training. */
  ownerId: number | null;
}

interface ThingPage {
  /** Who may open the page. */
  access: Access;
  path: (target: AuditTarget) => string | null;
}

const page = (access: Access, path: ThingPage['path']): ThingPage => ({ access, path });
const ofType = (type: string): ThingPage =>
  page('apps', ({ id, twinId, assetId }) => recordPath({ type, id: Number(id), twinId, assetId }));
const ofTwin = (part: string): ThingPage =>
  page('apps', ({ twinId }) => (twinId === null ? null : `/apps/twins/${twinId}${part}`));
const ofAnalysis = (part: (target: AuditTarget) => string = () => ''): ThingPage =>
  page('apps', (target) => `/apps/riskanalyses/${target.ownerId}${part(target)}`);
const named = (access: Access, start: string): ThingPage =>
  page(access, ({ name }) => `${start}${encodeURIComponent(name)}`);

const pages: Readonly<Partial<Record<AuditEntity, ThingPage>>> = {
  activity: ofType('activity'),
  advisory: ofType('advisory'),
  annotation: ofTwin('/protections'),
  asset: ofType('asset'),
  benchmark: page('system', () => '/settings/benchmarks'),
  connection: page('connections', ({ id }) => `/settings/connections/${id}`),
  consequence: ofTwin('/risk'),
  dashboard: page('apps', ({ id }) => `/dashboard?id=${id}`),
  'data points': ofType('tag'),
  'failure-mode': ofType('failure-mode'),
  group: page('users', ({ id }) => `/settings/groups/edit/${encodeURIComponent(id)}`),
  'improvement-option': ofAnalysis(),
  'indicator-pattern': page('apps', ({ ownerId }) => `/apps/protections/${ownerId}/train`),
  list: named('lists', '/settings/lists/edit/'),
  protection: ofType('protection'),
  query: page('queries', ({ id }) => `/tools/query/${id}`),
  record: page('signed-in', ({ id }) => `/tools/records/${id}`),
  'record-type': page('recordTypes', ({ id }) => `/settings/recordtypes/edit/${encodeURIComponent(id)}`),
  relationship: page('recordTypes', ({ id }) => `/settings/relationships/edit/${encodeURIComponent(id)}`),
  'risk-analysis': ofType('risk-analysis'),
  'risk-analysis-asset': ofAnalysis(),
  scenario: ofAnalysis(({ id }) => `/scenarios/${id}`),
  'service-account': named('users', '/settings/service-accounts?search='),
  setting: page('system', () => '/settings/system'),
  structure: page('system', () => '/settings/structure/list'),
  tag: ofType('tag'),
  'tag-alias': ofTwin('/tags'),
  twin: ofType('twin'),
  'twin-model': ofType('library-model'),
  unit: page('system', () => '/settings/uoms'),
  'unit-category': page('system', () => '/settings/uoms'),
  user: named('users', '/settings/users/edit/'),
  webhook: page('connections', ({ id }) => `/settings/webhooks/${id}`),
  work: ofType('work'),
};

/** Returns the page of a kind and who may open it. Null for kinds without a page. */
export const pageOfKind = (entityType: string): ThingPage | null =>
  Object.hasOwn(pages, entityType) ? (pages[entityType as AuditEntity] ?? null) : null;
