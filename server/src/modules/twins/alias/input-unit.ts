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

/** An input that is to be mapped. */
export interface InputToMap {
  /** Null for one that is to be created. */
  id: number | null;
  type: 'work' | 'data_point';
  /** UCUM code; null to take the tag's. */
  unit: string | null;
  mappedTagId: number | null;
}

/** An input that is to be saved. */
export interface InputToSave extends InputToMap {
  /** Names the unit in an error. */
  path: string;
}

/** The unit in which an input is read: its own, or else its tag's; and why it can't be, or null. */
export interface UnitOfInput {
  unit: string | null;
  problem: string | null;
}

/** The units of inputs, in the order given. */
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

/** Why an input can't read a tag by a conversion; null if it can. */
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
 * The units of inputs, in the order given.
 * @throws AppError `invalid-request` naming each input whose unit can't be converted from its tag's, and each counter
 * whose unit has another zero point than its tag's.
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
