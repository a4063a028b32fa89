import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { matchPrincipals } from '@twinward/contracts/access/security';
import type { listReferences } from '@twinward/contracts/records/link';
import { isSystemType } from '@twinward/contracts/records/record-type';
import { referenceCaption } from '@twinward/domain/records/reference';
import { apiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';
import type { Entity, Key } from '../api/query-key.ts';

/** A record or user that a field may refer to. */
export interface Candidate {
  id: number;
  caption: string;
}

/** The target of a reference field: `user`, or the identifier of a record type. */
export type Target = string;

const toEntity = (type: string): Entity => (isSystemType(type) ? 'links' : 'records');

/** Query options for the records of a type with given ids. */
export const referencesQuery = (type: string, ids: readonly number[]) =>
  apiQuery<typeof listReferences>([toEntity(type), { references: ids, type }], 'GET /api/references/:type', {
    params: { type },
    query: { id: ids.map(String) },
  });

async function findUsers(text: string, signal: AbortSignal): Promise<Candidate[]> {
  if (text === '') return [];
  const { users } = await call<typeof matchPrincipals>('POST /api/security/match', {
    body: { users: [text] },
    signal,
  });
  return users.map(({ id, userName, firstName, lastName }) => {
    const full = [firstName, lastName].filter(Boolean).join(' ');
    return { id, caption: full === '' ? userName : `${full} (${userName})` };
  });
}

async function findRecords(type: string, text: string, signal: AbortSignal): Promise<Candidate[]> {
  const found = await call<typeof listReferences>('GET /api/references/:type', {
    params: { type },
    query: { text },
    signal,
  });
  return found.map((one) => ({ id: one.id, caption: referenceCaption(one) }));
}

const toKey = (target: Target, text: string): Key =>
  target === 'user'
    ? ['principals', { candidates: text }]
    : [toEntity(target), { candidates: text, type: target }];

/** The first records or users whose caption contains a text. */
export const useCandidates = (target: Target, text: string, enabled: boolean) =>
  useQuery({
    queryKey: toKey(target, text),
    queryFn: ({ signal }) =>
      target === 'user' ? findUsers(text, signal) : findRecords(target, text, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
