import { durationToMilliseconds } from '@twinward/domain/duration';
import type { ParameterContext } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import type { TrainingInput } from '../../../platform/database/pattern-columns.ts';
import { AppError } from '../../../platform/errors.ts';
import { listParameters } from '../../twins/parameter/service.ts';
import {
  type InputSources,
  mayNameParameter,
  readSources,
  type StoredSetting,
  unreadable,
} from '../definition/service.ts';
import { selectTwinId } from '../pattern-model/service.ts';
import { selectInputs } from './store.ts';

export type PatternInput = TrainingInput['inputs'][number];

/**
 * Lists the inputs of points of a pattern protection, by alias id, with the sources of their values.
 * @throws AppError `conflict`, naming each that has no tag, or whose unit has another dimension than its tag's.
 */
export async function listPatternInputs(db: Db, protectionId: number): Promise<PatternInput[]> {
  const rows = await selectInputs(db, protectionId);
  const [sources] = await readSources(db, [rows]);
  const problems = unreadable(
    rows.map(({ name }) => name),
    sources!,
  );
  if (problems.length > 0) {
    throw new AppError('conflict', problems[0]!, {
      errors: problems.map((message) => ({ path: 'inputs', message })),
    });
  }
  return rows.map(({ id, name, settings }) => {
    const { tagId, unit, conversion } = sources!.get(name)!;
    return { tagAliasId: id, name, tagId, unit, conversion: conversion!, hold: holdTime(settings) };
  });
}

/** Returns how long a value holds: the expected interval plus its tolerance. Null without an expected interval. */
function holdTime({ intervalType, expectedInterval, tolerance }: StoredSetting): number | null {
  if (intervalType || !expectedInterval) return null;
  return durationToMilliseconds(expectedInterval) + durationToMilliseconds(String(tolerance ?? 'PT0S'));
}

/** Lists the parameters that a condition of use can refer to: those of the protection's twin. */
export async function listConditionParameters(
  db: Db,
  protectionId: number,
  condition: string,
): Promise<ParameterContext[]> {
  return mayNameParameter(condition) ? listParameters(db, await selectTwinId(db, protectionId)) : [];
}

export const toSources = (inputs: readonly PatternInput[]): InputSources =>
  new Map(inputs.map(({ name, tagId, unit, conversion }) => [name, { tagId, unit, conversion }]));
