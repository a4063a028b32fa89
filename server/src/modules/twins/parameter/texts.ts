import { fillParameters, showParameter } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { listUnitsNamed } from '../../system/unit/service.ts';
import { selectParameters } from './store.ts';

/**
 * Returns a function that replaces the names of a twin's parameters in braces by their values. A name without a value
 * is kept.
 * @param texts the texts to fill; nothing is read if none contains a brace
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
