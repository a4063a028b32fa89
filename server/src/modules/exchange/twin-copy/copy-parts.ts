import type { Asset } from '@twinward/contracts/assets/asset';
import type { Consequence } from '@twinward/contracts/twins/consequence';
import type { Probability } from '@twinward/contracts/twins/probability';
import type { Twin } from '@twinward/contracts/twins/twin';
import { namesByPattern } from '@twinward/domain/twin/tag-name-pattern';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { copyProtections } from '../../protections/protection/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { createActivityIn, listActivities } from '../../twins/activity/service.ts';
import {
  checkInputUnits,
  createAliasRows,
  listAliasRows,
  maximumAliases,
  type TagAliasRow,
} from '../../twins/alias/service.ts';
import { createFailureModeIn, listFailureModes } from '../../twins/failure-mode/service.ts';
import { saveConsequence, saveProbability } from '../../twins/failure-risk/service.ts';
import { seedTwin } from '../../twins/twin/service.ts';
import { selectTagIdsOfAsset, selectTagsByName } from './store.ts';

const everything = { pageNumber: 1, pageSize: 1000 };

/**
 * Creates a twin of an asset with copies of another twin's inputs, failure modes, activities, protections, probability
 * and consequence. An input is mapped to the tag whose name follows the same pattern, or to the same tag if both assets
 * have it.
 * @returns its id, and the names of the inputs without a matching tag.
 */
export async function copyParts(
  db: Db,
  actor: NonNullable<AuditActor>,
  source: Twin,
  asset: Asset,
): Promise<{ twinId: number; unmapped: string[] }> {
  const twinId = await seedTwin(db, {
    assetId: asset.id,
    description: source.description,
    technicalNumber: asset.technicalNumber,
    active: source.active,
    startDate: source.startDate === null ? null : new Date(source.startDate),
    missionTime: source.missionTime,
  });
  const { aliasIds, unmapped } = await copyAliases(db, source, asset, twinId);
  const owner = { column: 'twin_id', id: twinId } as const;
  if (source.probability) {
    await saveProbability(db, owner, source, probabilityToCopy(source.probability));
  }
  if (source.consequence) await saveConsequence(db, owner, consequenceToCopy(source.consequence));
  const failureModeIds = new Map<number, number>();
  for (const mode of (await listFailureModes(db, source.id, everything)).records) {
    const { id, version: _version, risk: _risk, probability, consequence, ...fields } = mode;
    const copied = await createFailureModeIn(db, actor, {
      ...fields,
      twinId,
      protectionIds: [],
      probability: probability && probabilityToCopy(probability),
      consequence: consequence && consequenceToCopy(consequence),
    });
    failureModeIds.set(id, copied.id);
  }
  const activityIds = new Map<number, number>();
  for (const { id, version: _, ...activity } of await listActivities(db, source.id)) {
    const tagAliasId = activity.tagAliasId === null ? null : (aliasIds.get(activity.tagAliasId) ?? null);
    const renewed = activity.failureModeIds.map((modeId) => failureModeIds.get(modeId)!);
    const copy = { ...activity, twinId, tagAliasId, failureModeIds: renewed };
    activityIds.set(id, (await createActivityIn(db, actor, copy)).id);
  }
  await copyProtections(db, source.id, twinId, { failureModeIds, activityIds });
  return { twinId, unmapped };
}

function probabilityToCopy({ failureDistributionParameters, library }: Probability) {
  return { lifeCycleState: 'new', value: null, failureDistributionParameters, library } as const;
}

function consequenceToCopy({ value, scale, description, library }: Consequence) {
  return { lifeCycleState: 'new', value, scale, description, library } as const;
}

/**
 * An alias whose unit can't be converted from that of the other asset's tag is not mapped.
 * @returns the new alias ids by the old ones, and the names of aliases that lost their mapping.
 */
async function copyAliases(db: Db, source: Twin, asset: Asset, twinId: number) {
  const aliases = await listAliasRows(db, { twinId: source.id }, maximumAliases);
  const [from] = await getAssets(db, [source.assetId]);
  const tagIds = await findCounterparts(db, aliases, found(from, 'Asset'), asset);
  const checked = await checkInputUnits(
    db,
    aliases.map((alias) => ({ ...alias, mappedTagId: tagIds.get(alias.id) ?? null })),
  );
  for (const [i, { problem }] of checked.entries()) if (problem !== null) tagIds.delete(aliases[i]!.id);
  const rows = aliases.map((alias, i) => ({
    twin_id: twinId,
    mapped_tag_id: tagIds.get(alias.id) ?? null,
    type: alias.type,
    name: alias.name,
    description: alias.description,
    keywords: alias.keywords,
    unit: checked[i]!.unit,
    options: JSON.stringify(alias.options),
  }));
  const ids = await createAliasRows(db, rows);
  return {
    aliasIds: new Map(aliases.map((alias, i) => [alias.id, ids[i]!])),
    unmapped: aliases.flatMap(({ id, name, mapped_tag_id }, i) => {
      if (mapped_tag_id === null || tagIds.has(id)) return [];
      const { problem } = checked[i]!;
      return [problem === null ? name : `${name} (${problem})`];
    }),
  };
}

/** The tags by alias, for aliases that have one. */
async function findCounterparts(db: Db, aliases: readonly TagAliasRow[], from: Asset, to: Asset) {
  const wanted = new Map(
    aliases.map((alias) => [alias.id, namesByPattern(alias.mapped_tag_name ?? '', from, to)]),
  );
  const byName = new Map(
    (await selectTagsByName(db, [...wanted.values()].flat())).map((tag) => [tag.name, tag]),
  );
  const shared = new Set(await selectTagIdsOfAsset(db, to.id));
  const found = new Map<number, number>();
  for (const alias of aliases) {
    const tag = wanted
      .get(alias.id)!
      .map((name) => byName.get(name))
      .find((one) => one !== undefined && (one.type === 'work') === (alias.type === 'work'));
    if (tag) found.set(alias.id, tag.id);
    else if (alias.mapped_tag_id !== null && shared.has(alias.mapped_tag_id)) {
      found.set(alias.id, alias.mapped_tag_id);
    }
  }
  return found;
}
