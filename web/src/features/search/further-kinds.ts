import type { FurtherKind, FurtherResult } from '@twinward/contracts/questions/further-search';
import { advisoryPath, protectionPath, riskPath, workPath } from '../../shared/address/paths.ts';
import type { Result } from './result-path.ts';

interface ShownKind {
  /** Label of the group of results. */
  label: string;
  /** Label of one result. */
  one: string;
  path(found: FurtherResult): string;
}

const named = encodeURIComponent;
const search = (name: string) => new URLSearchParams({ search: name });

const shownKinds: Record<FurtherKind, ShownKind> = {
  protection: { label: 'Protections', one: 'Protection', path: ({ key }) => protectionPath(Number(key)) },
  advisory: {
    label: 'Advisories',
    one: 'Advisory',
    path: ({ twinId, key }) => advisoryPath(twinId!, Number(key)),
  },
  'failure-mode': { label: 'Failure modes', one: 'Failure mode', path: ({ twinId }) => riskPath(twinId!) },
  work: { label: 'Work', one: 'Work', path: ({ twinId, name }) => `${workPath(twinId!)}?${search(name)}` },
  query: { label: 'Queries', one: 'Query', path: ({ key }) => `/tools/query/${key}` },
  connection: { label: 'Connections', one: 'Connection', path: ({ key }) => `/settings/connections/${key}` },
  webhook: { label: 'Webhooks', one: 'Webhook', path: ({ key }) => `/settings/webhooks/${key}` },
  'record-type': {
    label: 'Record types',
    one: 'Record type',
    path: ({ key }) => `/settings/recordtypes/edit/${named(key)}`,
  },
  relationship: {
    label: 'Relationships',
    one: 'Relationship',
    path: ({ key }) => `/settings/relationships/edit/${named(key)}`,
  },
  list: { label: 'Lists', one: 'List', path: ({ key }) => `/settings/lists/edit/${named(key)}` },
  user: { label: 'Users', one: 'User', path: ({ key }) => `/settings/users/edit/${named(key)}` },
  group: { label: 'Groups', one: 'Group', path: ({ key }) => `/settings/groups/edit/${named(key)}` },
  'service-account': {
    label: 'Service accounts',
    one: 'Service account',
    path: ({ name }) => `/settings/service-accounts?${search(name)}`,
  },
};

/** The results of kinds outside the search index, by the label of their kind. */
export function furtherResults(found: readonly FurtherResult[]): Map<string, Result[]> {
  const groups = new Map<string, Result[]>();
  for (const result of found) {
    const { label, one, path } = shownKinds[result.kind];
    const { key, name, detail } = result;
    const shown = { key: `${label}-${key}`, name, detail, kind: one, path: path(result) };
    groups.set(label, [...(groups.get(label) ?? []), shown]);
  }
  return groups;
}
