import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { listTagTypes } from '../../signals/tag/service.ts';
import {
  explainCounter,
  explainMismatch,
  type InputOfTag,
  listInputConversions,
} from '../../system/unit/service.ts';
import { counterAsked } from './events.ts';

/** An input to map. */
export interface InputToMap {
  /** Null for a new input. */
  id: number | null;
  type: 'work' | 'data_point';
  /** UCUM code; null to use the tag's unit. */
  unit: string | null;
  mappedTagId: number | null;
}

/** An input to save. */
export interface InputToSave extends InputToMap {
  /** Path of the unit in errors. */
  path: string;
}

/**
 * The unit in which an input is read: its own, or else its tag's. `problem` says why the tag cannot be read in it; null
 * if it can.
 */
export interface UnitOfInput {
  unit: string | null;
  problem: string | null;
}

/** Returns the units of inputs, in the given order. */
export async function checkInputUnits(db: Db, inputs: readonly InputToMap[]): Promise<UnitOfInput[]> {
  const tagIds = inputs.flatMap(({ mappedTagId }) => (mappedTagId === null ? [] : [mappedTagId]));
  const tags = new Map((await listTagTypes(db, [...new Set(tagIds)])).map((tag) => [tag.id, tag]));
  const checked: UnitOfInput[] = [];
  const pairs = inputs.map(({ type, unit, mappedTagId }) => {
    const tag = mappedTagId === null || type === 'work' ? undefined : tags.get(mappedTagId);
    return { tagName: tag?.name ?? '', tagUnit: tag?.unit || null, inputUnit: unit || tag?.unit || null };
  });
  const conversions = await listInputConversions(db, pairs);
  for (const [i, pair] of pairs.entries()) {
    checked.push({
      unit: pair.inputUnit,
      problem: await findConversionProblem(db, pair, conversions[i]!, inputs[i]!.id),
    });
  }
  return checked;
}

/** Returns why an input cannot read its tag with a conversion; null if it can. */
export async function findConversionProblem(
  db: Db,
  pair: InputOfTag,
  conversion: { b: number } | null,
  aliasId: number | null,
): Promise<string | null> {
  if (conversion === null) return explainMismatch(db, pair);
  if (conversion.b === 0 || aliasId === null) return null;
  const isCounter = (await counterAsked.ask(db, { aliasId })).includes(true);
  return isCounter ? explainCounter(db, pair) : null;
}

/**
 * Returns the units of inputs, in the given order.
 * @throws AppError `invalid-request` naming each input whose unit cannot be converted from its tag's unit, and each
 *   counter whose unit has another zero point than its tag's unit.
 */
export async function resolveInputUnits(db: Db, inputs: readonly InputToSave[]): Promise<(string | null)[]> {
  const checked = await checkInputUnits(db, inputs);
  refuseProblems(
    checked.flatMap(({ problem }, i) =>
      problem === null ? [] : [{ path: inputs[i]!.path, message: problem }],
    ),
  );
  return checked.map(({ unit }) => unit);
}
