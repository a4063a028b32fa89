import { isDeepStrictEqual } from 'node:util';
import type { LogicAlias } from '@twinward/contracts/signals/tag';
import {
  check,
  type LanguageError,
  type ParameterContext,
  parameterReferences,
  withPlaceholders,
} from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { referred } from '../../../platform/rules.ts';
import { getTagType, listTagTypes, lockGraph } from '../../signals/tag/service.ts';
import {
  createAliasRows,
  deleteAliases,
  linkFollowers,
  listAliasRows,
  maximumAliases,
  resolveInputUnits,
  type TagAliasRow,
  updateAliasRow,
  updateUnit,
} from '../../twins/alias/service.ts';
import { listParametersOfTags } from '../../twins/parameter/service.ts';
import { mayNameParameter, readLogicUnits, unitOfInput } from '../definition/service.ts';
import {
  readCalculation,
  restartRecalculation,
  supersedeRecalculations,
  updateCalculation,
} from '../evaluation/service.ts';
import { findCycle } from './cycle.ts';
import { isCalculable, sourcesIn } from './logic.ts';

/** A change of logic and aliases; omitted fields stay unchanged. */
export interface LogicChange {
  logic?: string | undefined;
  aliases?: readonly LogicAlias[] | undefined;
}

/** A calculated tag, and what else changed that its logic depends on. */
export interface CalculatedTagToUpdate {
  id: number;
  name: string;
  isUnitChanged?: boolean;
  /** Whether parameters that it can use have changed, or the twins that they come from. */
  areParametersChanged?: boolean;
}

/**
 * Updates the logic and aliases of a calculated tag, in the caller's transaction. Starts a recalculation if they
 * changed and are complete.
 * @throws AppError `invalid-expression` with every error of the logic, or for a cycle; `invalid-request` for an alias
 *   mapped to an unknown tag.
 */
export async function updateLogic(
  db: Db,
  tag: CalculatedTagToUpdate,
  change: LogicChange,
  userId: number | null,
): Promise<void> {
  await lockGraph(db);
  const before = found(await readCalculation(db, tag.id), 'Calculated tag');
  if (before.isDeviation) return refuseLogic(change);
  if (change.aliases) await replaceAliases(db, tag.id, change.aliases);
  await linkFollowers(db, tag.id);
  const aliases = await settleUnits(db, tag.id, change.aliases ?? []);
  const logic = change.logic ?? before.logic;
  const parameters = mayNameParameter(logic)
    ? ((await listParametersOfTags(db, [tag.id])).get(tag.id) ?? [])
    : [];
  const isChanged = logic !== before.logic || tag.isUnitChanged === true;
  if (logic !== '') refuse(await checkLogic(db, tag.id, logic, { aliases, parameters, isChanged }));
  const sources = await sourcesIn(db, logic, aliases);
  const cycle = await findCycle(db, { ...tag, logic }, sources);
  if (cycle) refuse([cycle]);
  // A result with a unit is converted to the unit of the tag.
  const isConverted = tag.isUnitChanged === true && (logic.includes('"') || parameters.length > 0);
  const isOther = isConverted || (tag.areParametersChanged === true && parameterReferences(logic).length > 0);
  if (logic === before.logic && !isOther && isDeepStrictEqual(Object.fromEntries(sources), before.inputs))
    return;
  await updateCalculation(db, tag.id, { logic, sources });
  if (isCalculable(logic, aliases, parameters)) await restartRecalculation(db, tag, userId);
  else await supersedeRecalculations(db, tag.id);
}

/** @throws AppError `conflict` if there is logic or an alias. */
function refuseLogic({ logic, aliases }: LogicChange): void {
  if (!logic && !aliases?.length) return;
  throw new AppError('conflict', 'The tag is calculated by a model: it has no logic of its own.');
}

/**
 * Gives aliases without a unit the unit of their tag.
 * @returns all aliases of the calculated tag, by name.
 * @throws AppError `invalid-request`, naming each alias whose unit cannot be converted from its tag's.
 */
async function settleUnits(db: Db, tagId: number, wanted: readonly LogicAlias[]): Promise<TagAliasRow[]> {
  const rows = await listAliasRows(db, { calculatedTagId: tagId }, maximumAliases);
  const places = new Map(wanted.map(({ name }, i) => [name, `aliases.${i}.unit`]));
  const units = await resolveInputUnits(
    db,
    rows.map(({ id, name, type, unit, mapped_tag_id: mappedTagId }) => {
      return { id, type, unit, mappedTagId, path: places.get(name) ?? `aliases.${name}` };
    }),
  );
  const settled = rows.map((row, i) => ({ ...row, unit: units[i] ?? null }));
  for (const [i, { id, unit }] of settled.entries())
    if (unit !== rows[i]!.unit) await updateUnit(db, id, unit);
  return settled;
}

/**
 * Returns every error of a calculated tag's logic with these aliases. Mixed units are an error only in changed logic.
 */
async function checkLogic(
  db: Db,
  tagId: number,
  logic: string,
  {
    aliases,
    parameters,
    isChanged,
  }: {
    aliases: readonly TagAliasRow[];
    parameters: readonly ParameterContext[];
    isChanged: boolean;
  },
): Promise<LanguageError[]> {
  const { unit } = await getTagType(db, tagId);
  const checked = check(logic, {
    dialect: 'base',
    result: 'number',
    aliases: aliases.map((alias) => ({ name: alias.name, type: alias.type, unit: unitOfInput(alias) })),
    parameters: withPlaceholders(parameters),
    units: await readLogicUnits(db, [logic], [...aliases, { unit, mapped_tag_unit: null }], parameters),
    unit,
    mixedUnits: isChanged ? 'error' : 'warning',
  });
  return checked.ok ? [] : [...checked.errors];
}

function refuse(errors: readonly LanguageError[]): void {
  if (errors.length === 0) return;
  throw new AppError('invalid-expression', errors[0]!.message, {
    errors: errors.map((error) => ({ path: 'logic', ...error })),
  });
}

/** Replaces the aliases of a calculated tag. An alias with an unchanged name keeps its id. */
async function replaceAliases(db: Db, tagId: number, wanted: readonly LogicAlias[]): Promise<void> {
  const rows = await listAliasRows(db, { calculatedTagId: tagId }, maximumAliases);
  const existing = new Map(rows.map((row) => [row.name, row]));
  const names = new Set(wanted.map(({ name }) => name));
  await deleteAliases(
    db,
    rows.filter(({ name }) => !names.has(name)).map(({ id }) => id),
  );
  const types = await aliasTypes(db, wanted);
  for (const alias of wanted) {
    const row = existing.get(alias.name);
    const fields = {
      name: alias.name,
      mapped_tag_id: alias.mappedTagId,
      type: types.get(alias.mappedTagId ?? 0) ?? row?.type ?? ('data_point' as const),
      description: alias.description ?? row?.description ?? '',
      keywords: alias.keywords ?? row?.keywords ?? [],
      unit: alias.unit === undefined ? (row?.unit ?? null) : alias.unit,
      options: JSON.stringify(row?.options ?? {}),
    };
    if (!row) await createAliasRows(db, [{ calculated_tag_id: tagId, ...fields }]);
    else if (differs(row, fields)) await updateAliasRow(db, row.id, row.version, fields);
  }
}

function differs(row: TagAliasRow, { options: _, ...fields }: Parameters<typeof updateAliasRow>[3]): boolean {
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return names.some((name) => JSON.stringify(row[name]) !== JSON.stringify(fields[name]));
}

/**
 * Returns the alias type for each mapped tag.
 * @throws AppError `invalid-request` for an unknown tag.
 */
async function aliasTypes(
  db: Db,
  aliases: readonly LogicAlias[],
): Promise<Map<number, 'work' | 'data_point'>> {
  const ids = aliases.flatMap(({ mappedTagId }) => (mappedTagId === null ? [] : [mappedTagId]));
  const types = new Map(
    (await listTagTypes(db, ids)).map(({ id, type }) => [
      id,
      type === 'work' ? ('work' as const) : ('data_point' as const),
    ]),
  );
  for (const [place, { mappedTagId: id }] of aliases.entries()) {
    if (id !== null) referred(types.get(id), `aliases.${place}.mappedTagId`, id);
  }
  return types;
}
