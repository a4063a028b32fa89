import { fillParameters, showParameter } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { listUnitsNamed } from '../../system/unit/service.ts';
import { selectParameters } from './store.ts';

/**
 * A function that puts the values of a twin's parameters into texts, in place of their names in braces. A name without
 * a value stays as it is.
 * @param texts to be filled; nothing is read where none may name a parameter
 */
export async function readTextFiller(
  db: Db,
  twinId: number,
  texts: readonly string[],
): Promise<(text: string) => string> {
  if (!texts.some((text) => text.includes('{'))) return (text) => text;
  const parameters = (await selectParameters(db, [twinId])).get(twinId) ?? [];
  const units = await listUnitsNamed(
    db,
    parameters.flatMap(({ unit }) => unit ?? []),
  );
  const values = new Map(parameters.map((parameter) => [parameter.name, showParameter(parameter, units)]));
  return (text) => fillParameters(text, values);
}
