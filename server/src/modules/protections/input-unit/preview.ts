import type { InputUnitChange, TagUnitEffects } from '@twinward/contracts/protections/input-unit';
import { replacePatterns } from '@twinward/domain/language';
import type { Conversion } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { getTagType } from '../../signals/tag/service.ts';
import { listInputConversions } from '../../system/unit/service.ts';
import {
  type InputToSave,
  listAliases,
  listInputsOfChange,
  resolveInputUnits,
} from '../../twins/alias/service.ts';
import { listParametersOfTags } from '../../twins/parameter/service.ts';
import { convertLogic } from '../calculated-tag/service.ts';
import { readCalculation } from '../evaluation/service.ts';
import { selectPatternsOfProtections } from '../pattern-model/service.ts';
import { listProtectionsWithLimits } from '../protection/service.ts';
import { selectProtectionsOfInputs } from './store.ts';

/**
 * Previews how a change of an input's unit affects the logic that reads the input.
 * @param unit UCUM code; null for the unit of the tag.
 * @throws AppError `not-found`; `invalid-request` for a unit that cannot be converted from the tag's.
 */
export async function previewInputUnit(db: Db, id: number, unit: string | null): Promise<InputUnitChange> {
  const [alias] = await listAliases(db, [id]);
  const { name, type, twinId, calculatedTagId, mappedTagId } = alias!;
  const input: InputToSave = { id, type, unit, mappedTagId, path: 'unit' };
  const [resolved] = await resolveInputUnits(db, [input]);
  const conversion = await limitsConversion(db, alias!.unit, resolved ?? null);
  const protections =
    twinId === null ? [] : await listProtectionsWithLimits(db, { twinId, name }, conversion);
  const patterns = await selectPatternsOfProtections(
    db,
    protections.map((protection) => protection.id),
  );
  const names = new Map([...patterns.values()].flat().map((pattern) => [String(pattern.id), pattern.name]));
  // Stored logic refers to patterns by id.
  const named = (logic: string) => replacePatterns(logic, names);
  return {
    isConvertible: conversion !== null,
    protections: protections.map((protection) => ({
      id: protection.id,
      name: protection.name,
      thresholds: protection.thresholds.map(({ row, text, byHand }) => ({
        id: row.id,
        name: row.name,
        logic: named(row.logic),
        converted: named(text),
        byHand: byHand.map(({ from, to }) => row.logic.slice(from, to)),
      })),
    })),
    calculatedTags:
      calculatedTagId === null ? [] : [await previewLogic(db, calculatedTagId, name, conversion)],
  };
}

/**
 * Returns the conversion from an input's old unit to its new one; null if either is missing, or they cannot be
 * converted.
 */
async function limitsConversion(
  db: Db,
  before: string | null,
  now: string | null,
): Promise<Conversion | null> {
  if (before === null || now === null) return null;
  return (await listInputConversions(db, [{ tagUnit: before, inputUnit: now }]))[0] ?? null;
}

async function previewLogic(db: Db, tagId: number, alias: string, conversion: Conversion | null) {
  const { name, logic } = found(await readCalculation(db, tagId), 'Calculated tag');
  const parameters = (await listParametersOfTags(db, [tagId])).get(tagId) ?? [];
  const { text, byHand } = conversion
    ? convertLogic(logic, alias, conversion, parameters)
    : { text: logic, byHand: [] };
  return {
    id: tagId,
    name,
    logic,
    converted: text,
    byHand: byHand.map(({ from, to }) => logic.slice(from, to)),
  };
}

/**
 * Previews how a change of a tag's unit affects its readers.
 * @throws AppError `not-found`.
 */
export async function previewTagUnit(
  db: Db,
  id: number,
  { unit, inputUnits }: { unit: string | null; inputUnits: 'keep' | 'follow' },
): Promise<TagUnitEffects> {
  const tag = await getTagType(db, id);
  const change = { tag, before: tag.unit, now: unit, isFollowed: inputUnits === 'follow' };
  const inputs = tag.unit === unit ? [] : await listInputsOfChange(db, change);
  const converted = inputs.flatMap(({ row, isConverted }) => (isConverted ? [row] : []));
  return {
    inputs: inputs.map(({ row, unit: next, problem }) => ({
      id: row.id,
      name: row.name,
      ownerName: row.owner_name,
      unit: next,
      problem,
    })),
    protections: await selectProtectionsOfInputs(
      db,
      converted.map((row) => row.id),
    ),
    calculatedTags: [
      ...new Map(
        converted.flatMap(({ calculated_tag_id: tagId, owner_name: name }) =>
          tagId === null ? [] : [[tagId, { id: tagId, name }] as const],
        ),
      ).values(),
    ],
  };
}
