import type { Principals } from '@twinward/contracts/access/security';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { searchGroups, searchPeople, selectGroupNames, selectPeople } from './store.ts';

const maximumMatches = 20;

/** Resolves ids and names to users and groups. Unknown ones are skipped. */
export async function resolvePrincipals(
  db: Db,
  { users, groups }: { users: readonly number[]; groups: readonly string[] },
): Promise<Principals> {
  return toPrincipals(await selectPeople(db, users), await selectGroupNames(db, groups));
}

/** Returns enabled users and groups whose names contain one of the texts. */
export async function matchPrincipals(
  db: Db,
  { users, groups }: { users: readonly string[]; groups: readonly string[] },
): Promise<Principals> {
  return toPrincipals(
    await searchPeople(db, users, maximumMatches),
    await searchGroups(db, groups, maximumMatches),
  );
}

function toPrincipals(
  users: Awaited<ReturnType<typeof selectPeople>>,
  groups: Awaited<ReturnType<typeof selectGroupNames>>,
): Principals {
  return {
    users: users.map((row) => fromRow(row)),
    groups,
  };
}
