import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { type Mission, missionProbability } from '@twinward/domain/risk/probability';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';
import type { OwnerColumn } from './owner.ts';

/** The probability and the consequence of a twin or failure mode; null if it has none. */
export interface RiskToWrite {
  ownerId: number;
  mission: Mission;
  /** Whether both come from a model of the library. */
  isOfModel: boolean;
  parameters: FailureDistributionParameters | null;
  consequence: { value: number; description: string } | null;
}

/**
 * Replaces the probabilities and the consequences (in money) of many owners. The caller must report the changed risk
 * inputs.
 */
export async function replaceRisks(
  db: Db,
  column: Exclude<OwnerColumn, 'asset_id'>,
  risks: readonly RiskToWrite[],
): Promise<void> {
  if (risks.length === 0) return;
  const owner = sql.ref(column);
  const without = (field: 'parameters' | 'consequence') =>
    risks.flatMap((risk) => (risk[field] === null ? [risk.ownerId] : []));
  await sql`delete from probability where ${owner} = any(${without('parameters')}::int[])`.execute(db);
  await sql`delete from consequence where ${owner} = any(${without('consequence')}::int[])`.execute(db);
  const probabilities = risks.flatMap(({ ownerId, mission, isOfModel, parameters }) =>
    parameters === null
      ? []
      : [
          {
            [column]: ownerId,
            value: missionProbability(parameters, mission),
            failure_distribution: parameters.distribution,
            failure_distribution_parameters: parameters,
            library: isOfModel,
          },
        ],
  );
  await sql`
    insert into probability (${owner}, value, failure_distribution, failure_distribution_parameters, library)
    select ${owner}, value, failure_distribution, failure_distribution_parameters, library
    from ${toRecordset('probability', probabilities)}
    on conflict (${owner}) do update set value = excluded.value,
      failure_distribution = excluded.failure_distribution,
      failure_distribution_parameters = excluded.failure_distribution_parameters, library = excluded.library`.execute(
    db,
  );
  const consequences = risks.flatMap(({ ownerId, isOfModel, consequence }) =>
    consequence === null ? [] : [{ [column]: ownerId, ...consequence, library: isOfModel }],
  );
  await sql`
    insert into consequence (${owner}, value, scale, description, library)
    select ${owner}, value, 'dollars', description, library from ${toRecordset('consequence', consequences)}
    on conflict (${owner}) do update set value = excluded.value, description = excluded.description,
      library = excluded.library`.execute(db);
}
