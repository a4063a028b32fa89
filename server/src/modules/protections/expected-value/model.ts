import type { ExpectedValues } from '@twinward/domain/patterns/expected';
import { deserializeExpected } from '@twinward/domain/patterns/expected-bytes';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type InputSources, readSources, unreadable } from '../definition/service.ts';
import { type InputRow, type ModelRow, selectInputs, selectModel } from './store.ts';

/** The expected values of a protection's model in service, with its current inputs. */
export interface ExpectedModel extends Omit<ModelRow, 'inputs'> {
  learned: ExpectedValues;
  bytes: Uint8Array;
  /** In the order of the model. */
  inputs: (InputRow & { mapped_tag_id: number; hold: number })[];
  sources: InputSources;
}

/**
 * Reads the expected values of a protection; null if its model in service has none.
 * @throws AppError `conflict` if an input cannot be read; UnreadableModel.
 */
export async function readExpectedModel(db: Db, protectionId: number): Promise<ExpectedModel | null> {
  const model = await selectModel(db, protectionId);
  if (!model?.expected) return null;
  const rows = await selectInputs(
    db,
    model.inputs.map(({ tagAliasId }) => tagAliasId),
  );
  if (rows.length < model.inputs.length) {
    throw new AppError('conflict', 'An input of the model was deleted. Train again.');
  }
  const [sources] = await readSources(db, [rows]);
  const [problem] = unreadable(
    rows.map(({ name }) => name),
    sources!,
  );
  if (problem !== undefined) throw new AppError('conflict', problem);
  const inputs = rows.map((row, i) => ({
    ...row,
    mapped_tag_id: row.mapped_tag_id!,
    hold: model.inputs[i]!.hold,
  }));
  return {
    ...model,
    inputs,
    sources: sources!,
    bytes: model.expected,
    learned: deserializeExpected(model.expected),
  };
}
