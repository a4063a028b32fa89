import type { Asset } from '@twinward/contracts/assets/asset';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { Twin } from '@twinward/contracts/twins/twin';
import { namesByPattern } from '@twinward/domain/twin/tag-name-pattern';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { checkInputUnits } from '../../twins/alias/service.ts';
import { seedTwin } from '../../twins/twin/service.ts';
import {
  createTargetOfNewTwin,
  DefinitionChecks,
  readTwins,
  type TwinParts,
  writeDefinitions,
} from '../twin-definition/service.ts';
import { selectTagIdsOfAsset, selectTagsByName } from './store.ts';

/**
 * Creates a twin of an asset with the parts of another twin. An input is mapped to the tag whose name follows the same
 * pattern, or to the same tag if both assets have it, unless its unit cannot be converted from that of the tag.
 * @returns its id, and the names of the inputs that lost their tag.
 * @throws AppError if the parts cannot be written.
 */
export async function copyTwinTo(
  db: Db,
  by: NonNullable<AuditActor>,
  source: Twin,
  asset: Asset,
): Promise<{ twinId: number; unmapped: string[] }> {
  const parts = found((await readTwins(db, [source.id]))[0], 'Twin');
  const startDate = source.startDate === null ? null : new Date(source.startDate);
  const twinId = await seedTwin(db, {
    assetId: asset.id,
    description: source.description,
    technicalNumber: asset.technicalNumber,
    active: source.active,
    startDate,
    missionTime: null,
    fields: source.fields,
  });
  const definition = await withoutTakenTags(db, parts.definition, asset);
  const { tags, unmapped } = await findTags(db, { ...parts, definition }, asset);
  const target = createTargetOfNewTwin(twinId, asset, {
    definition,
    modelVersionId: parts.modelVersionId,
    tags,
    further: parts.further,
    startDate,
  });
  const options = { checks: new DefinitionChecks(), startPatterns: false };
  const [written] = await writeDefinitions(db, by, [target], options);
  if (written!.problem !== null) throw new AppError('conflict', written!.problem);
  return { twinId, unmapped };
}

const tagNameOn = ({ uniqueId }: Asset, name: string): string => `${uniqueId}.${name}`;

/** Returns a definition without the calculated tags whose names already exist. */
async function withoutTakenTags(db: Db, definition: ModelDefinition, asset: Asset): Promise<ModelDefinition> {
  const names = definition.tags.map(({ name }) => tagNameOn(asset, name));
  const taken = new Set((await selectTagsByName(db, names)).map(({ name }) => name));
  return { ...definition, tags: definition.tags.filter(({ name }) => !taken.has(tagNameOn(asset, name))) };
}

/**
 * Finds the tags of inputs by part, and the names of the inputs that lose theirs, with the reason if it is the unit.
 */
async function findTags(
  db: Db,
  twin: TwinParts,
  asset: Asset,
): Promise<{ tags: Map<number, number>; unmapped: string[] }> {
  const tags = await findCounterparts(db, twin, asset);
  const inputs = twin.definition.tagAliases.filter(({ id }) => twin.mappedTags.has(id));
  const checked = await checkInputUnits(
    db,
    inputs.map(({ id, type, unit }) => ({ id: null, type, unit, mappedTagId: tags.get(id) ?? null })),
  );
  const made = new Set(twin.definition.tags.map(({ id }) => twin.rows.get(id)));
  const unmapped = inputs.flatMap(({ id, name }, i) => {
    const { problem } = checked[i]!;
    if (problem !== null) {
      tags.delete(id);
      return [`${name} (${problem})`];
    }
    return tags.has(id) || made.has(twin.mappedTags.get(id)!.id) ? [] : [name];
  });
  return { tags, unmapped };
}

async function findCounterparts(db: Db, twin: TwinParts, asset: Asset): Promise<Map<number, number>> {
  const { definition, mappedTags } = twin;
  const suggestNames = (inputId: number) => namesByPattern(mappedTags.get(inputId)?.name ?? '', twin, asset);
  const wanted = definition.tagAliases.flatMap(({ id }) => suggestNames(id));
  const byName = new Map((await selectTagsByName(db, wanted)).map((tag) => [tag.name, tag]));
  const shared = new Set(await selectTagIdsOfAsset(db, asset.id));
  return new Map(
    definition.tagAliases.flatMap(({ id, type }): [number, number][] => {
      const tag = suggestNames(id)
        .map((name) => byName.get(name))
        .find((one) => one !== undefined && (one.type === 'work') === (type === 'work'));
      if (tag) return [[id, tag.id]];
      const same = mappedTags.get(id)?.id;
      return same !== undefined && shared.has(same) ? [[id, same]] : [];
    }),
  );
}
