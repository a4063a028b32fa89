import type { TagPreview, TagPreviewResult } from '@twinward/contracts/signals/calculated-tag';
import { type Budget, compileCalculatedTag } from '@twinward/domain/evaluation';
import type { LanguageError, ParameterContext } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { referred } from '../../../platform/rules.ts';
import { toBucketColumns, toPointColumns } from '../../signals/data-point/service.ts';
import { listTagTypes } from '../../signals/tag/service.ts';
import { listAliasRows, maximumAliases } from '../../twins/alias/service.ts';
import { listParameters, listParametersOfTags } from '../../twins/parameter/service.ts';
import { assertTwin } from '../../twins/twin/service.ts';
import { type MappedInput, mayNameParameter, readLogicUnits, unitOfInput } from '../definition/service.ts';
import { tryCalculation } from '../evaluation/service.ts';
import { findCycle } from './cycle.ts';
import { sourcesIn, unmappedIn } from './logic.ts';

interface TriedAlias extends MappedInput {
  type: 'work' | 'data_point';
}

/**
 * Evaluates logic over a range without storing anything.
 * @throws AppError `not-found` for an unknown twin; `invalid-request` for an unknown tag; `too-large` if the range has
 *   too many points; BudgetExceeded.
 */
export async function previewTag(db: Db, preview: TagPreview, budget?: Budget): Promise<TagPreviewResult> {
  const { logic, from, to, buckets, tagId } = preview;
  const aliases = await resolveAliases(db, preview);
  const sources = await sourcesIn(db, logic, aliases);
  const errors: LanguageError[] = [];
  if (tagId !== undefined) {
    const [tag] = await listTagTypes(db, [tagId]);
    const cycle = await findCycle(db, { ...referred(tag, 'tagId', tagId), logic }, sources);
    if (cycle) errors.push(cycle);
  }
  const parameters = mayNameParameter(logic) ? await readParameters(db, preview) : [];
  const compiled = compileCalculatedTag(
    logic,
    aliases.map((alias) => ({ alias: alias.name, type: alias.type, unit: unitOfInput(alias) })),
    { parameters, units: await readLogicUnits(db, [logic], aliases, parameters) },
  );
  if (!compiled.ok) errors.push(...compiled.errors);
  errors.sort((a, b) => a.from.line - b.from.line || a.from.column - b.from.column);
  const unmapped = unmappedIn(logic, aliases);
  const warnings = compiled.ok ? [...compiled.warnings] : [];
  if (!compiled.ok || errors.length > 0 || unmapped.length > 0) return { errors, warnings, unmapped };
  const series = await tryCalculation(db, { program: compiled.program, sources, from, to, buckets }, budget);
  return {
    errors,
    warnings,
    unmapped,
    ...(series.kind === 'points'
      ? { points: toPointColumns(series.points) }
      : { buckets: toBucketColumns(series.buckets) }),
  };
}

/** The parameters of the twin or, without a twin, those that the tag can use. */
async function readParameters(db: Db, { twinId, tagId }: TagPreview): Promise<ParameterContext[]> {
  if (twinId !== undefined) return listParameters(db, twinId);
  return tagId === undefined ? [] : ((await listParametersOfTags(db, [tagId])).get(tagId) ?? []);
}

async function resolveAliases(db: Db, { aliases, twinId }: TagPreview): Promise<TriedAlias[]> {
  if (twinId !== undefined) {
    await assertTwin(db, twinId);
    return listAliasRows(db, { twinId }, maximumAliases);
  }
  const ids = aliases!.flatMap(({ mappedTagId }) => (mappedTagId === null ? [] : [mappedTagId]));
  const tags = new Map((await listTagTypes(db, ids)).map((tag) => [tag.id, tag]));
  return aliases!.map(({ name, mappedTagId, unit }, place) => {
    if (mappedTagId === null) {
      return { name, mapped_tag_id: null, mapped_tag_unit: null, unit, type: 'data_point' };
    }
    const tag = referred(tags.get(mappedTagId), `aliases.${place}.mappedTagId`, mappedTagId);
    const type = tag.type === 'work' ? 'work' : 'data_point';
    return { name, mapped_tag_id: mappedTagId, mapped_tag_unit: tag.unit, unit, type };
  });
}
