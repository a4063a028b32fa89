import { useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  createLinks,
  Link,
  LinkedRecord,
  LinkPanel,
  listLinkCandidates,
  listLinkedRecords,
  listLinkPanels,
  NewLinks,
  removeLinks,
} from '@twinward/contracts/records/link';
import { isSystemType } from '@twinward/contracts/records/record-type';
import { useApiPage, useApiQuery } from '../api/api-query.ts';
import { contains } from '../api/filters.ts';
import { call } from '../api/http.ts';
import type { Scope } from '../api/query-key.ts';
import type { RecordKey } from '../record/record-key.ts';

export const linkPageSize = 20;

/** Identifies the owner as other queries do, so that a record being deleted is not refetched. */
const toScope = ({ type, id }: RecordKey): Scope => ({ type, recordId: id, [`${type}Id`]: id });

export const useLinkPanels = ({ type, id }: RecordKey) =>
  useApiQuery<typeof listLinkPanels>(['links', toScope({ type, id })], 'GET /api/links/:type/:id', {
    params: { type, id },
  });

const toParameters = (owner: RecordKey, { relationship, side }: LinkPanel) => ({
  ...owner,
  relationship,
  side,
});

/** A page of the records of a panel. */
export const useLinkedRecords = (owner: RecordKey, panel: LinkPanel, body: ListBody, page: number) =>
  useApiPage<typeof listLinkedRecords>(
    ['links', { ...toScope(owner), of: panel.relationship, side: panel.side, body, page }],
    'POST /api/links/:type/:id/:relationship/:side/filters',
    { page, pageSize: linkPageSize, params: toParameters(owner, panel), body },
  );

/** The first records that can be linked and whose title or detail contains a text. */
export const useLinkCandidates = (owner: RecordKey, panel: LinkPanel, text: string) =>
  useApiPage<typeof listLinkCandidates>(
    ['links', { ...toScope(owner), to: panel.relationship, side: panel.side, search: text }],
    'POST /api/links/:type/:id/:relationship/:side/candidates/filters',
    { page: 1, pageSize: linkPageSize, params: toParameters(owner, panel), body: { filters: holds(text) } },
  );

/** The filter for records whose title or detail contains a text. */
export const holds = (text: string): ListBody['filters'] =>
  contains(['Title', 'Detail'], text === '' ? undefined : text);

const renews = ['links', 'relationships', 'structure-nodes', 'assets'] as const;

/** Links records to the owner of a panel. */
export const useCreateLinks = (owner: RecordKey, panel: LinkPanel) =>
  useMutation({
    mutationFn: (ids: readonly number[]) => link(owner, panel, ids),
    meta: { renews, undo: (made: Link[]) => () => unlink(made.map(({ id }) => id)) },
  });

/** Removes the link of a record to the owner of a panel. */
export const useRemoveLink = (owner: RecordKey, panel: LinkPanel) =>
  useMutation({
    mutationFn: ({ linkId }: LinkedRecord) => unlink([linkId]),
    meta: {
      says: 'The link was removed.',
      renews,
      undo:
        (_: unknown, { id }: LinkedRecord) =>
        () =>
          link(owner, panel, [id]),
    },
  });

function link(owner: RecordKey, { relationship, side }: LinkPanel, ids: readonly number[]) {
  const links: NewLinks['links'] = ids.map((id) =>
    side === 'from' ? { fromId: owner.id, toId: id } : { fromId: id, toId: owner.id },
  );
  return call<typeof createLinks>('POST /api/links', { body: { relationship, links } });
}

const unlink = (ids: number[]) => call<typeof removeLinks>('POST /api/links/remove', { body: { ids } });

/** Whether the user may link one more record. */
export const mayLink = ({ canWrite, takesOne, count }: LinkPanel): boolean =>
  canWrite && !(takesOne && count > 0);

/** Whether the user may create a record of a custom type that is linked when it is saved. */
export const mayAdd = (panel: LinkPanel): boolean => mayLink(panel) && !isSystemType(panel.type);

/** The form of a new record that is linked when it is saved. */
export const newRecordPath = (owner: RecordKey, { type, relationship, side }: LinkPanel): string =>
  `/tools/records/new?${new URLSearchParams({ type, relationship, side, linkTo: String(owner.id) })}`;
