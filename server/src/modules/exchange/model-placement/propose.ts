import type { Asset } from '@twinward/contracts/assets/asset';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { toTagNamePattern } from '@twinward/domain/library/check-logic';
import { assignTags } from '@twinward/domain/mapping/assign';
import { namesOfPattern } from '@twinward/domain/twin/tag-name-pattern';
import type { Db } from '../../../platform/database/database.ts';
import { listInputConversions } from '../../system/unit/service.ts';
import { type AliasOfAsset, scoreCandidates } from '../../twins/alias/service.ts';
import { type NamedTag, type NewPlacement, type PlacedInput, selectTagsByName } from './store.ts';

type Input = ModelDefinition['tagAliases'][number];

/** Several, since other inputs of the twin may use the first ones. */
const mostCandidates = 20;

const noTag = 'No tag of the asset matches well enough.';
const ambiguous = 'Several tags of the asset match equally well.';
const otherUnit = (tag: string) => `The unit of the tag ${tag} can’t be converted to the unit of the input.`;

/**
 * Proposes twins for assets to which a model is applied. An input gets the tag that its pattern of tag names leads to
 * or, without one, the most likely tag of the asset.
 * @param minimumScore tags with a lower score are not proposed, 0 to 1
 */
export async function proposePlacements(
  db: Db,
  {
    definition,
    assets,
    minimumScore,
  }: { definition: ModelDefinition; assets: readonly Asset[]; minimumScore: number },
): Promise<NewPlacement[]> {
  const missing = definition.parameters.flatMap(({ name, default: value }) => (value === null ? [name] : []));
  const free = assets.filter(({ twinId }) => twinId === null);
  const named = await readNamedTags(db, definition, free);
  const placements: NewPlacement[] = [];
  for (const asset of assets) {
    const { id, twinId } = asset;
    if (twinId !== null) {
      placements.push({
        asset_id: id,
        outcome: 'has-twin',
        twin_id: twinId,
        inputs: [],
        missing_parameters: [],
      });
      continue;
    }
    const byPattern = await mapByPattern(db, definition, asset, named);
    const inputs = await mapByScore(db, definition, asset, { byPattern, minimumScore });
    placements.push({
      asset_id: id,
      outcome: 'proposed',
      twin_id: null,
      inputs,
      missing_parameters: missing,
    });
  }
  return placements;
}

async function readNamedTags(
  db: Db,
  { tagAliases }: ModelDefinition,
  assets: readonly Asset[],
): Promise<Map<string, NamedTag>> {
  const names = assets.flatMap((asset) =>
    tagAliases.flatMap(({ tagNamePattern }) =>
      tagNamePattern === null ? [] : namesOfPattern(tagNamePattern, asset),
    ),
  );
  const tags = names.length === 0 ? [] : await selectTagsByName(db, [...new Set(names)]);
  return new Map(tags.map((tag) => [tag.name, tag]));
}

/**
 * Returns the inputs whose pattern of tag names leads to a tag, by part; including a calculated tag that is created
 * with the twin.
 */
async function mapByPattern(
  db: Db,
  { tagAliases, tags }: ModelDefinition,
  asset: Asset,
  named: ReadonlyMap<string, NamedTag>,
): Promise<Map<number, PlacedInput>> {
  const calculated = new Set(tags.map(({ name }) => toTagNamePattern(name)));
  const mapped = new Map<number, PlacedInput>();
  for (const { id: partId, name, type, unit, tagNamePattern } of tagAliases) {
    if (tagNamePattern === null) continue;
    const names = namesOfPattern(tagNamePattern, asset);
    if (calculated.has(tagNamePattern)) {
      mapped.set(partId, { partId, name, tagId: null, tagName: names[0]!, score: 1, problem: null });
      continue;
    }
    const tag = names
      .map((one) => named.get(one))
      .find((one) => one !== undefined && (one.type === 'work') === (type === 'work'));
    if (!tag || (tag.asset_ids.length > 0 && !tag.asset_ids.includes(asset.id))) continue;
    const [conversion] = await listInputConversions(db, [{ tagUnit: tag.unit, inputUnit: unit ?? tag.unit }]);
    mapped.set(
      partId,
      conversion || type === 'work'
        ? { partId, name, tagId: tag.id, tagName: tag.name, score: 1, problem: null }
        : { partId, name, tagId: null, tagName: null, score: null, problem: otherUnit(tag.name) },
    );
  }
  return mapped;
}

async function mapByScore(
  db: Db,
  { tagAliases }: ModelDefinition,
  asset: Asset,
  { byPattern, minimumScore }: { byPattern: ReadonlyMap<number, PlacedInput>; minimumScore: number },
): Promise<PlacedInput[]> {
  const open = tagAliases.filter(({ id }) => !byPattern.has(id));
  const scored = await scoreCandidates(
    db,
    open.map((input) => toAlias(input, asset)),
    mostCandidates,
    { searchesOthers: false },
  );
  const tags = new Map([...scored.values()].flat().map(({ tag }) => [tag.id, tag]));
  const taken = new Set([...byPattern.values()].flatMap(({ tagId }) => tagId ?? []));
  const candidates = open.map(({ id }) => ({
    aliasId: id,
    suggestions: (scored.get(id) ?? [])
      .filter(({ isReadable }) => isReadable)
      .map(({ tag, score }) => ({ tagId: tag.id, score: score.score })),
  }));
  const assigned = assignTags(candidates, minimumScore, taken);
  return tagAliases.map(({ id: partId, name }) => {
    const mapped = byPattern.get(partId);
    if (mapped) return mapped;
    const found = assigned.get(partId)!;
    if (typeof found !== 'string') {
      const tagName = tags.get(found.tagId)!.name;
      return { partId, name, tagId: found.tagId, tagName, score: found.score, problem: null };
    }
    const problem = found === 'ambiguous' ? ambiguous : noTag;
    return { partId, name, tagId: null, tagName: null, score: null, problem };
  });
}

/** Returns an input of a model as an alias of an asset's twin, with the id of its part. */
const toAlias = (input: Input, asset: Asset): AliasOfAsset => ({
  id: input.id,
  twin_id: null,
  calculated_tag_id: null,
  mapped_tag_id: null,
  type: input.type,
  name: input.name,
  description: input.description,
  keywords: input.keywords,
  unit: input.unit,
  version: 1,
  asset_id: asset.id,
  asset_name: asset.assetName,
  unique_id: asset.uniqueId,
});
