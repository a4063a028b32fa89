import { isDeepStrictEqual } from 'node:util';
import type { TagAliasModification } from '@twinward/contracts/twins/mapping';
import type { NewTagAlias, TagAlias, TagAliasChange } from '@twinward/contracts/twins/tag-alias';
import type { Conversion } from '@twinward/domain/units/conversion';
import { assertAccess } from '../../../platform/access.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { referred } from '../../../platform/rules.ts';
import { getReferredTag, lockGraph } from '../../signals/tag/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { listInputConversions, resolveUnitCode } from '../../system/unit/service.ts';
import { assertTwin } from '../twin/service.ts';
import { deleteUnused } from './delete.ts';
import { aliasChanged, aliasCreated, type Changer } from './events.ts';
import { type InputToSave, resolveInputUnits } from './input-unit.ts';
import { getAlias, listAliases } from './read.ts';
import { auditFields, insertAliases, selectAlias, type TagAliasRow, updateAliasRow } from './store.ts';

const nameTaken = (name: string) => `There is an alias named ${name} already.`;

/**
 * Creates an alias of a twin or of a calculated tag.
 * @throws AppError `forbidden` for users who may not write its owner; `not-found` for an unknown twin;
 *   `invalid-request` for an unknown tag; `conflict` if the name is in use, the owner is not a calculated tag, or the
 *   tag is of another type than the alias.
 */
export async function createAlias(actor: Actor, alias: NewTagAlias): Promise<TagAlias> {
  assertMayWrite(actor, alias.twinId);
  const { db } = actor.tenant;
  const id = await withTransaction(db, (transaction) => createAliasIn(transaction, actor, alias));
  return getAlias(db, id);
}

/** Like `createAlias`, in the caller's transaction. The caller checks the permission. @returns its id. */
export async function createAliasIn(db: Db, by: Changer, alias: NewTagAlias): Promise<number> {
  const { twinId, calculatedTagId, type, mappedTagId } = alias;
  if (twinId !== null) await assertTwin(db, twinId);
  else await assertCalculated(db, calculatedTagId!);
  await assertMappable(db, alias, 'mappedTagId');
  const row = {
    twin_id: twinId,
    calculated_tag_id: calculatedTagId,
    type,
    ...(await resolveFields(db, alias, { id: null, type, path: 'unit' })),
  };
  const [id] = await orNameTaken(insertAliases(db, [row]), nameTaken(alias.name));
  const created = { id: id!, twinId, calculatedTagId, name: alias.name, mappedTagId, unit: row.unit };
  await aliasCreated.emit(db, { by, alias: created });
  await audit.created(db, by, { id: id!, ...row, options: alias.options });
  return id!;
}

/**
 * Updates an alias at the given version. Logic that refers to the alias is rewritten for a new name, and re-evaluated
 * for a new tag or unit. Aliases of calculated tags that follow it are updated too.
 * @throws AppError `conflict` with the current alias at another version; `forbidden` if limits of protections are to be
 *   converted and the user may not write protections; and as `createAlias`.
 */
export async function updateAlias(actor: Actor, id: number, change: TagAliasChange): Promise<TagAlias> {
  const { db } = actor.tenant;
  const { twin_id: twinId } = found(await selectAlias(db, id), 'Tag alias');
  assertMayWrite(actor, twinId);
  if (change.limits === 'convert') assertMayConvert(actor, twinId);
  await withTransaction(db, (transaction) => updateAliasIn(transaction, actor, id, change));
  return getAlias(db, id);
}

/**
 * Like `updateAlias`, in the caller's transaction. The caller checks the permission.
 * @param prefix prefix of the paths in errors
 */
export async function updateAliasIn(
  db: Db,
  by: Changer,
  id: number,
  change: TagAliasChange,
  prefix = '',
): Promise<void> {
  await lockGraph(db);
  const before = found(await selectAlias(db, id), 'Tag alias');
  const { type } = before;
  await assertMappable(db, { type, mappedTagId: change.mappedTagId }, `${prefix}mappedTagId`);
  const fields = { ...(await resolveFields(db, change, { id, type, path: `${prefix}unit` })), type };
  const limits = change.limits === 'convert' ? await limitsConversion(db, before.unit, fields.unit) : null;
  const update = updateAliasRow(db, id, change.version, fields);
  if (!(await orNameTaken(update, nameTaken(change.name)))) {
    throw outdated(`The alias ${before.name}`, change.version, await getAlias(db, id));
  }
  const old = auditFields(before);
  const now = auditFields({ ...before, ...fields });
  if (!isDeepStrictEqual(old, now)) await aliasChanged.emit(db, { by, before: old, now, limits });
  await audit.updated(db, by, before, { ...before, ...fields, options: change.options });
}

/**
 * Updates and deletes aliases in one transaction, in order.
 * @returns the updated aliases.
 * @throws AppError as `updateAlias` and `deleteAlias`.
 */
export async function updateAliases(
  actor: Actor,
  modifications: readonly TagAliasModification[],
): Promise<TagAlias[]> {
  const { db } = actor.tenant;
  await withTransaction(db, async (transaction) => {
    await lockGraph(transaction);
    for (const [i, { flag, model }] of modifications.entries()) {
      const alias = referred(await selectAlias(transaction, model.id), `${i}.model.id`, model.id);
      assertMayWrite(actor, alias.twin_id);
      if (flag === 'UPDATE' && model.limits === 'convert') assertMayConvert(actor, alias.twin_id);
      if (flag === 'DELETE') await deleteAliasIn(transaction, actor, alias);
      else await updateAliasIn(transaction, actor, model.id, model, `${i}.model.`);
    }
  });
  const changed = modifications.flatMap(({ flag, model }) => (flag === 'UPDATE' ? [model.id] : []));
  return listAliases(db, changed);
}

/**
 * Deletes an alias.
 * @throws AppError `conflict` if logic refers to it; `not-found`; `forbidden` for users who may not write its owner.
 */
export async function deleteAlias(actor: Actor, id: number): Promise<void> {
  const { db } = actor.tenant;
  const alias = found(await selectAlias(db, id), 'Tag alias');
  assertMayWrite(actor, alias.twin_id);
  await withTransaction(db, (transaction) => deleteAliasIn(transaction, actor, alias));
}

async function deleteAliasIn(db: Db, by: Changer, alias: TagAliasRow): Promise<void> {
  await deleteUnused(db, by, alias);
  await audit.deleted(db, by, alias);
}

/** The fields of an alias in the audit trail. */
type AuditedAlias = Pick<
  TagAliasRow,
  'id' | 'name' | 'type' | 'mapped_tag_id' | 'description' | 'keywords' | 'unit' | 'options'
>;

const audit = new EntityAudit('tag-alias', (alias: AuditedAlias) => ({
  id: alias.id,
  name: alias.name,
  facts: {
    name: alias.name,
    type: alias.type,
    mappedTagId: alias.mapped_tag_id,
    description: alias.description,
    keywords: alias.keywords,
    unit: alias.unit,
    options: alias.options,
  },
}));

/**
 * Returns the conversion from an alias's old unit to its new one.
 * @throws AppError `invalid-request` if one unit cannot be converted to the other, or either is missing.
 */
async function limitsConversion(db: Db, before: string | null, now: string | null): Promise<Conversion> {
  const [conversion] = await listInputConversions(db, [{ tagUnit: before, inputUnit: now }]);
  if (conversion && before !== null && now !== null) return conversion;
  const from = before ?? 'no unit';
  const message = `Limits can't be converted from ${from} to ${now ?? 'no unit'}. Please keep the numbers.`;
  throw new AppError('invalid-request', `limits: ${message}`, { errors: [{ path: 'limits', message }] });
}

async function resolveFields(
  db: Db,
  alias: NewTagAlias | TagAliasChange,
  input: Pick<InputToSave, 'id' | 'type' | 'path'>,
) {
  const { name, mappedTagId, description, keywords, options } = alias;
  const given = await resolveUnitCode(db, alias);
  const [unit] = await resolveInputUnits(db, [{ ...input, unit: given, mappedTagId }]);
  return {
    name,
    mapped_tag_id: mappedTagId,
    description,
    keywords,
    unit: unit ?? null,
    options: JSON.stringify(options),
  };
}

function assertMayWrite(actor: Actor, twinId: number | null): void {
  assertAccess(actor, twinId === null ? 'write:tag' : 'write:twin');
}

/** Requires the permission to write protections, since converting the limits of a twin's input changes them. */
function assertMayConvert(actor: Actor, twinId: number | null): void {
  if (twinId !== null) assertAccess(actor, 'write:protection');
}

async function assertCalculated(db: Db, tagId: number): Promise<void> {
  const { name, type } = await getReferredTag(db, tagId, 'calculatedTagId');
  if (type !== 'calculated') throw new AppError('conflict', `The tag ${name} is not calculated.`);
}

/**
 * Checks that a work alias is mapped to a work tag, and any other alias to a tag with points.
 * @throws AppError `conflict`.
 */
async function assertMappable(
  db: Db,
  { type, mappedTagId }: { type: 'work' | 'data_point'; mappedTagId: number | null },
  path: string,
): Promise<void> {
  if (mappedTagId === null) return;
  const tag = await getReferredTag(db, mappedTagId, path);
  if ((tag.type === 'work') === (type === 'work')) return;
  throw new AppError(
    'conflict',
    type === 'work'
      ? `The tag ${tag.name} has points: an alias of work is mapped to a tag that records work.`
      : `The tag ${tag.name} records work: an alias of points is mapped to a tag that has points.`,
  );
}
