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
 * The inputs of points of a pattern protection, by alias id, with where their values come from.
 * @throws AppError `conflict` naming each that has no tag, or another dimension than its tag.
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
    return { tagAliasId: id, name, tagId, unit, conversion: conversion!, hold: holdOf(settings) };
  });
}

/** For how long a value holds: the expected interval and its tolerance. Null where none is expected. */
function holdOf({ intervalType, expectedInterval, tolerance }: StoredSetting): number | null {
  if (intervalType || !expectedInterval) return null;
  return durationToMilliseconds(expectedInterval) + durationToMilliseconds(String(tolerance ?? 'PT0S'));
}

/** The parameters that a condition of use may name: those of the protection's twin. */
export async function listConditionParameters(
  db: Db,
  protectionId: number,
  condition: string,
): Promise<ParameterContext[]> {
  return mayNameParameter(condition) ? listParameters(db, await selectTwinId(db, protectionId)) : [];
}

export const sourcesOf = (inputs: readonly PatternInput[]): InputSources =>
  new Map(inputs.map(({ name, tagId, unit, conversion }) => [name, { tagId, unit, conversion }]));
