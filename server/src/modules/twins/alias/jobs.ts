import type { AliasMapping } from '@twinward/contracts/twins/mapping';
import { assignTags } from '@twinward/domain/mapping/assign';
import type { Db } from '../../../platform/database/database.ts';
import { inSavepoint } from '../../../platform/database/savepoint.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import type { Changer } from './events.ts';
import type { MapInput, PreviewInput } from './mapping.ts';
import {
  countMappings,
  insertMappings,
  type NewMapping,
  selectAliasesWithAsset,
  selectPendingMappings,
  updateMapping,
} from './mapping-store.ts';
import { selectAlias, type TagAliasRow } from './store.ts';
import { scoreCandidates } from './suggestions.ts';
import { updateAliasIn } from './write.ts';

/** Executes commands of type preview-mapping: finds tags for the unmapped inputs of many twins. */
export const previewMapping: CommandHandler = { run: previewTwins };

/** Executes commands of type map-tag-aliases: applies or undoes mappings. */
export const mapTagAliases: CommandHandler = { run: mapPending };

/** Maximum number of candidates per input. One is not enough, since other inputs of the twin may take the best ones. */
const mostCandidates = 20;

async function previewTwins(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const { twinIds, minimumScore } = call.input as unknown as PreviewInput;
  let done = Number(call.resumed?.done ?? 0);
  for (; done < twinIds.length; done++) {
    const mappings = await proposals(db, twinIds[done]!, minimumScore);
    await call.transaction(async (transaction) => {
      await insertMappings(transaction, call.commandId, mappings);
      const percent = ((done + 1) / twinIds.length) * 99;
      await call.progress(transaction, percent, { done: done + 1 });
    });
  }
  return countMappings(db, call.commandId);
}

async function proposals(db: Db, twinId: number, minimumScore: number): Promise<NewMapping[]> {
  const aliases = await selectAliasesWithAsset(db, { twinId });
  const unmapped = aliases.filter(({ mapped_tag_id }) => mapped_tag_id === null);
  const scored = await scoreCandidates(db, unmapped, mostCandidates);
  const taken = new Set(aliases.flatMap(({ mapped_tag_id: id }) => (id === null ? [] : [id])));
  const names = new Map([...scored.values()].flat().map(({ tag }) => [tag.id, tag.name]));
  const inputs = unmapped.map(({ id, asset_id }) => ({
    aliasId: id,
    suggestions: scored
      .get(id)!
      // A tag of another asset may be right, but only a user can decide that.
      .filter(
        ({ tag, isReadable }) =>
          isReadable && (tag.asset_ids.length === 0 || tag.asset_ids.includes(asset_id!)),
      )
      .map(({ tag, score }) => ({ tagId: tag.id, score: score.score })),
  }));
  const assigned = assignTags(inputs, minimumScore, taken);
  return unmapped.map((alias) => {
    const found = assigned.get(alias.id)!;
    if (typeof found === 'string') return { alias, tag: null, score: null, outcome: found };
    const tag = { id: found.tagId, name: names.get(found.tagId)! };
    return { alias, tag, score: found.score, outcome: 'proposed' };
  });
}

const batchSize = 50;

async function mapPending(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const { undoes, ...by } = call.input as unknown as MapInput;
  const { aliases } = await countMappings(db, call.commandId);
  for (;;) {
    const batch = await selectPendingMappings(db, call.commandId, batchSize);
    if (batch.length === 0) break;
    await call.transaction(async (transaction) => {
      for (const mapping of batch) await mapOne(transaction, call.commandId, mapping, by, undoes);
      const counts = await countMappings(transaction, call.commandId);
      const percent = (1 - (counts.outcomes.pending ?? 0) / aliases) * 99;
      await call.progress(transaction, percent, counts);
    });
  }
  return countMappings(db, call.commandId);
}

async function mapOne(
  db: Db,
  commandId: string,
  mapping: AliasMapping & { oldUnit: string | null },
  by: Changer,
  undoes: string | null,
): Promise<void> {
  const alias = await selectAlias(db, mapping.aliasId);
  if (alias === null || alias.version !== mapping.aliasVersion) {
    const message = alias === null ? 'The input was deleted.' : 'The input was changed by someone else.';
    return updateMapping(db, commandId, mapping.aliasId, { outcome: 'changed', message });
  }
  const unit = undoes === null ? alias.unit : mapping.oldUnit;
  const refusal = await catchRefusal(db, () =>
    updateAliasIn(db, by, alias.id, remapped(alias, mapping.newTagId, unit)),
  );
  if (refusal !== null) {
    return updateMapping(db, commandId, mapping.aliasId, { outcome: 'refused', message: refusal });
  }
  await updateMapping(db, commandId, mapping.aliasId, {
    outcome: undoes === null ? 'mapped' : 'undone',
    oldTagId: alias.mapped_tag_id,
    oldTagName: alias.mapped_tag_name,
    oldUnit: alias.unit,
    version: alias.version + 1,
  });
  if (undoes !== null) await updateMapping(db, undoes, mapping.aliasId, { outcome: 'undone' });
}

function remapped(alias: TagAliasRow, mappedTagId: number | null, unit: string | null) {
  const { name, description, keywords, options, version } = alias;
  return { name, mappedTagId, description, keywords, unit, options, version };
}

/** Runs a step in a savepoint; returns the message of an AppError, or null. */
async function catchRefusal(db: Db, work: () => Promise<void>): Promise<string | null> {
  try {
    await inSavepoint(db, work);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.errors?.[0]?.message ?? error.message;
    throw error;
  }
}
