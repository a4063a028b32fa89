import type { Threshold } from '@twinward/contracts/protections/threshold';
import type { TwinParameter } from '@twinward/contracts/twins/parameter';
import { parametersInText } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { listParametersOfTwins } from '../../twins/parameter/service.ts';

interface Naming {
  id: number;
  twin_id: number;
  description: string;
  thresholds: readonly Pick<Threshold, 'logic' | 'rationalization'>[];
}

/**
 * Lists the parameters of their twins that the logic and texts of protections use, by protection; protections without
 * any are omitted.
 */
export async function listNamedParameters(
  db: Db,
  protections: readonly Naming[],
): Promise<Map<number, TwinParameter[]>> {
  const naming = protections
    .map((protection) => ({ ...protection, names: new Set(listTexts(protection).flatMap(parametersInText)) }))
    .filter(({ names }) => names.size > 0);
  if (naming.length === 0) return new Map();
  const ofTwins = await listParametersOfTwins(
    db,
    naming.map(({ twin_id }) => twin_id),
  );
  return new Map(
    naming.flatMap(({ id, twin_id, names }) => {
      const named = (ofTwins.get(twin_id) ?? []).filter(({ name }) => names.has(name));
      return named.length === 0 ? [] : [[id, named.map(({ modelPart: _, ...parameter }) => parameter)]];
    }),
  );
}

const listTexts = ({ description, thresholds }: Naming): string[] => [
  description,
  ...thresholds.flatMap(({ logic, rationalization }) =>
    rationalization === null
      ? [logic]
      : [logic, rationalization.cause, rationalization.consequence, rationalization.response],
  ),
];
