import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Group, RecordType } from '@twinward/contracts/access/access';
import { type ServiceScope, serviceTokenPrefix } from '@twinward/contracts/access/service-account';
import { type NewAsset, seedAsset } from '../modules/assets/asset/service.ts';
import { updateLogic } from '../modules/protections/calculated-tag/service.ts';
import { type NewProtection, seedProtection } from '../modules/protections/protection/service.ts';
import { createTags, type NewTag } from '../modules/signals/tag/service.ts';
import { createTwinAliases, type NewTwinAlias } from '../modules/twins/alias/service.ts';
import { seedTwin, type TwinSeed } from '../modules/twins/twin/service.ts';
import type { Db } from '../platform/database/database.ts';
import { withTransaction } from '../platform/database/transaction.ts';
import { hashToken, newTenantToken } from '../platform/tokens.ts';
import { testTenant, toHeaders } from './headers.ts';
import '../subscriptions.ts';

/** Each makes a record that is fit for use, with the parents that it needs, and whatever of it the test names. */

/**
 * Stories in processes of their own fill one database. Digits alone: a letter could be read as an instrument code
 * when inputs are mapped to tags.
 */
const processName = String(randomInt(10 ** 8)).padStart(8, '0');
let count = 0;

/** A name that no other record of the run has. */
function unique(prefix: string): string {
  count += 1;
  return `${prefix} ${processName} ${String(count).padStart(4, '0')}`;
}

export interface MakeUser {
  isAdmin?: boolean;
  enabled?: boolean;
  groups?: readonly Group[];
  /** The system's own, and custom ones by name. */
  recordTypes?: readonly (RecordType | (string & {}))[];
  /** UTC unless given. */
  timeZone?: string;
}

export async function makeUser(db: Db, user: MakeUser = {}): Promise<number> {
  const { id } = await db
    .insertInto('app_user')
    .values({
      user_name: unique('user'),
      is_admin: user.isAdmin ?? false,
      enabled: user.enabled ?? true,
      time_zone: user.timeZone ?? 'UTC',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const group_name of user.groups ?? []) {
    await db.insertInto('user_group_member').values({ user_id: id, group_name }).execute();
  }
  for (const record_type of user.recordTypes ?? []) {
    await db.insertInto('user_record_type').values({ user_id: id, record_type }).execute();
  }
  return id;
}

const aMinute = 60_000;

/** A user with a session of an hour. @returns the headers that carry it. */
export async function makeSession(db: Db, user: MakeUser = {}): Promise<Record<string, string>> {
  return makeUserSession(db, await makeUser(db, user));
}

/** A session of an hour of a user that there is. @returns the headers that carry it. */
export async function makeUserSession(db: Db, userId: number): Promise<Record<string, string>> {
  const sessionId = randomBytes(32).toString('base64url');
  await db
    .insertInto('session')
    .values({
      id_hash: createHash('sha256').update(sessionId).digest(),
      user_id: userId,
      expires_at: new Date(Date.now() + 60 * aMinute),
    })
    .execute();
  return toHeaders(sessionId);
}

/** A service account with a token of an hour. @returns the headers that carry it. */
export async function makeServiceAccount(
  db: Db,
  { scopes, ...user }: Pick<MakeUser, 'groups' | 'recordTypes'> & { scopes: readonly ServiceScope[] },
): Promise<Record<string, string>> {
  const userId = await makeUser(db, user);
  const token = newTenantToken(serviceTokenPrefix, testTenant);
  await db.updateTable('app_user').set({ is_service: true }).where('id', '=', userId).execute();
  await db
    .insertInto('service_account')
    .values({ user_id: userId, scopes: [...scopes], created_by: 'a test' })
    .execute();
  await db
    .insertInto('service_token')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + 60 * aMinute),
    })
    .execute();
  return { authorization: `Bearer ${token}` };
}

/** Who may look at twins and change nothing. */
export function makeViewerSession(db: Db): Promise<Record<string, string>> {
  return makeSession(db, { groups: ['VIEWERS'] });
}

export function makeAsset(db: Db, asset: Partial<NewAsset> = {}): Promise<number> {
  const name = unique('Asset');
  return seedAsset(db, { uniqueId: name, assetName: name, ...asset });
}

/** A tag of points by default, of an asset of its own. */
export async function makeTag(db: Db, tag: Partial<NewTag> = {}): Promise<number> {
  const name = unique('tag');
  const assetIds = tag.assetIds ?? [await makeAsset(db)];
  const [id] = await createTags(db, [{ name, caption: name, type: 'data_point', ...tag, assetIds }]);
  return id!;
}

export interface MakeCalculatedTag {
  name?: string;
  logic: string;
  /** The tags that the logic may name. */
  aliases: Record<string, number>;
  /** Who asks for its calculation; a user of their own unless given. */
  userId?: number;
}

/** A calculated tag. Its recalculation is only started. @returns its id and that command's. */
export async function makeCalculatedTag(
  db: Db,
  { name = unique('calculated'), logic, aliases, userId }: MakeCalculatedTag,
): Promise<{ tagId: number; commandId: string | null }> {
  const tagId = await makeTag(db, { name, type: 'calculated', assetIds: [] });
  const mapped = Object.entries(aliases).map(([alias, mappedTagId]) => ({ name: alias, mappedTagId }));
  const user = userId ?? (await makeUser(db));
  await withTransaction(db, (transaction) =>
    updateLogic(transaction, { id: tagId, name }, { logic, aliases: mapped }, user),
  );
  const command = await db
    .selectFrom('command')
    .select('id')
    .where('target_type', '=', 'tag')
    .where('target_id', '=', String(tagId))
    .executeTakeFirst();
  return { tagId, commandId: command?.id ?? null };
}

/** An active twin; without `aliases` it has one, Temperature, mapped to a tag of its own. */
export async function makeTwin(
  db: Db,
  { aliases, ...twin }: Partial<TwinSeed> & { aliases?: readonly NewTwinAlias[] } = {},
): Promise<number> {
  const assetId = twin.assetId ?? (await makeAsset(db));
  const inputs = aliases ?? [
    {
      name: 'Temperature',
      type: 'data_point' as const,
      mappedTagId: await makeTag(db, { assetIds: [assetId] }),
    },
  ];
  return withTransaction(db, async (transaction) => {
    const seed = { active: true, startDate: null, missionTime: null, ...twin, assetId };
    const twinId = await seedTwin(transaction, seed);
    await createTwinAliases(transaction, twinId, inputs);
    return twinId;
  });
}

/** An active protection; without `thresholds` it has one, High: `[Temperature] > 80` at 500. */
export async function makeProtection(db: Db, protection: Partial<NewProtection> = {}): Promise<number> {
  const twinId = protection.twinId ?? (await makeTwin(db));
  const thresholds = protection.thresholds ?? [{ name: 'High', logic: '[Temperature] > 80', level: 500 }];
  return seedProtection(db, {
    name: unique('Protection'),
    type: 'condition',
    active: true,
    ...protection,
    twinId,
    thresholds,
  });
}

export interface MakeExcursion {
  protectionId: number;
  start: string;
  /** Null while open. */
  end: string | null;
}

/** An excursion of the protection's first threshold. */
export async function makeExcursion(db: Db, { protectionId, start, end }: MakeExcursion): Promise<number> {
  const threshold = await db
    .selectFrom('threshold')
    .select('id')
    .where('protection_id', '=', protectionId)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('excursion')
    .values({
      protection_id: protectionId,
      threshold_id: threshold.id,
      start_at: new Date(start),
      end_at: end === null ? null : new Date(end),
      start_known_at: new Date(start),
      end_known_at: end === null ? null : new Date(end),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
