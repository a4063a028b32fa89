import type { TagType } from '@twinward/contracts/signals/tag';
import type { AliasSuggestions, Suggestion } from '@twinward/contracts/twins/mapping';
import {
  type PreparedAlias,
  type PreparedTag,
  prepareAlias,
  prepareTag,
  type Score,
  scoreTag,
} from '@twinward/domain/mapping/score';
import { type ConvertibleUnit, inputConversion } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { referred } from '../../../platform/rules.ts';
import { latestPoints } from '../../../series/index.ts';
import {
  readCandidatesByWords,
  readCandidatesOfAsset,
  type TagCandidate,
} from '../../signals/tag/service.ts';
import { readUnits } from '../../system/unit/service.ts';
import { type AliasOfAsset, selectAliasesWithAsset } from './mapping-store.ts';

/** A candidate tag of an input, with its score. */
export interface Scored {
  tag: TagCandidate;
  score: Score;
  /** Whether the tag's unit can be converted to the input's. */
  isReadable: boolean;
}

const mostOfAsset = 1000;
const mostOfWords = 100;
/** If the asset has a tag with at least this score, tags of other assets are not searched. */
const likely = 0.8;
const tagTypes = { data_point: ['data_point', 'calculated'], work: ['work'] } as const satisfies Record<
  AliasOfAsset['type'],
  readonly TagType[]
>;

/**
 * Returns candidate tags for inputs, best first, with their latest values.
 * @throws AppError `invalid-request` naming the first unknown alias.
 */
export async function suggestTags(
  db: Db,
  aliasIds: readonly number[],
  limit: number,
): Promise<AliasSuggestions[]> {
  const aliases = new Map((await selectAliasesWithAsset(db, { ids: aliasIds })).map((row) => [row.id, row]));
  const wanted = aliasIds.map((id, place) => referred(aliases.get(id), `aliasIds.${place}`, id));
  const scored = await scoreCandidates(db, wanted, limit);
  const latest = await latestPoints(db, [
    ...new Set([...scored.values()].flatMap((all) => all.map(({ tag }) => tag.id))),
  ]);
  return wanted.map((alias) => ({
    aliasId: alias.id,
    suggestions: scored.get(alias.id)!.map((one) => toSuggestion(one, alias, latest.get(one.tag.id))),
  }));
}

/**
 * Returns the best candidate tags by input id. The tags of an asset are read once for all its inputs.
 * @param searchesOthers whether tags of other assets are candidates too
 */
export async function scoreCandidates(
  db: Db,
  aliases: readonly AliasOfAsset[],
  limit: number,
  { searchesOthers = true } = {},
): Promise<Map<number, Scored[]>> {
  const units = await readUnits(db);
  const ofAsset = new Map<number, TagCandidate[]>();
  const prepared = new PreparedTags();
  const scored = new Map<number, Scored[]>();
  for (const alias of aliases) {
    const { asset_id: assetId } = alias;
    if (assetId !== null && !ofAsset.has(assetId)) {
      ofAsset.set(assetId, await readCandidatesOfAsset(db, assetId, mostOfAsset));
    }
    const wanted = prepareAlias(
      alias,
      [alias.asset_name, alias.unique_id].filter((name) => name !== null),
    );
    const own = ranked(wanted, alias, prepared, ofAsset.get(assetId ?? 0) ?? [], units);
    const isFound = (own[0]?.score.score ?? 0) >= likely;
    const others = isFound || !searchesOthers ? [] : await readOthers(db, alias, wanted);
    const known = new Set(own.map(({ tag }) => tag.id));
    const more = ranked(
      wanted,
      alias,
      prepared,
      others.filter(({ id }) => !known.has(id)),
      units,
    );
    scored.set(alias.id, [...own, ...more].sort(likeliestFirst).slice(0, limit));
  }
  return scored;
}

/** Reads the tags that contain the words of the input's name, one of its keywords, or the unique id of its asset. */
function readOthers(db: Db, alias: AliasOfAsset, { name }: PreparedAlias): Promise<TagCandidate[]> {
  const words = name.filter(({ text }) => text.length > 2).map(({ text }) => text);
  const lists = [words, ...alias.keywords.map((keyword) => [keyword.toLowerCase()])];
  if (alias.unique_id !== null) lists.push([alias.unique_id.toLowerCase()]);
  const indexed = lists.filter((list) => list.some((word) => word.length > 2));
  return readCandidatesByWords(db, indexed, tagTypes[alias.type], mostOfWords);
}

/** Caches tags split into words, since each tag of an asset is compared with every input of the asset. */
class PreparedTags {
  readonly #known = new Map<string, PreparedTag>();

  of(tag: TagCandidate, assets: PreparedTag['assets']): PreparedTag {
    const key = `${tag.id} ${assets}`;
    const prepared = this.#known.get(key) ?? prepareTag({ ...tag, assets });
    this.#known.set(key, prepared);
    return prepared;
  }
}

function ranked(
  wanted: PreparedAlias,
  alias: AliasOfAsset,
  prepared: PreparedTags,
  tags: readonly TagCandidate[],
  units: ReadonlyMap<string, ConvertibleUnit>,
): Scored[] {
  const types: readonly TagType[] = tagTypes[alias.type];
  return tags.flatMap((tag) => {
    if (!types.includes(tag.type) || tag.id === alias.calculated_tag_id) return [];
    const assets = isOfAsset(tag, alias) ? 'own' : tag.asset_ids.length > 0 ? 'other' : 'none';
    const isReadable = inputConversion(tag.unit, alias.unit, units) !== null;
    const score = scoreTag(wanted, prepared.of(tag, assets), isReadable);
    return score.score > 0 ? [{ tag, score, isReadable }] : [];
  });
}

const isOfAsset = (tag: TagCandidate, alias: AliasOfAsset): boolean =>
  alias.asset_id !== null && tag.asset_ids.includes(alias.asset_id);

function likeliestFirst(one: Scored, other: Scored): number {
  return other.score.score - one.score.score || (one.tag.name < other.tag.name ? -1 : 1);
}

function toSuggestion(
  { tag, score }: Scored,
  alias: AliasOfAsset,
  latest: { time: number; value: number | null } | undefined,
): Suggestion {
  return {
    tagId: tag.id,
    name: tag.name,
    caption: tag.caption,
    description: tag.description,
    unit: tag.unit,
    isCalculated: tag.type === 'calculated',
    assetName: tag.asset_name,
    isOfAsset: isOfAsset(tag, alias),
    latestTime: latest ? new Date(latest.time).toISOString() : null,
    latestValue: latest?.value ?? null,
    ...score,
  };
}
