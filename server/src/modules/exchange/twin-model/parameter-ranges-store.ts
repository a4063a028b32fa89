import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RangeOfModel } from '../../twins/parameter/events.ts';

/** Selects the ranges of parameters in the model versions of twins. Each version is read once. */
export async function selectParameterRanges(
  db: Db,
  { twinIds }: { twinIds: readonly number[] },
): Promise<RangeOfModel[]> {
  const { rows } = await sql<RangeOfModel>`
    with own as materialized (
      select id, model_version_id from twin where id = any(${twinIds}::int[]) and model_version_id is not null
    ), declared as materialized (
      select version.id as version_id, (part ->> 'id')::int as part, part ->> 'unit' as unit,
        (part ->> 'minimum')::float8 as minimum, (part ->> 'maximum')::float8 as maximum
      from twin_model_version as version cross join jsonb_array_elements(definition -> 'parameters') as part
      where version.id in (select model_version_id from own)
        and (part ->> 'minimum' is not null or part ->> 'maximum' is not null)
    )
    select own.id as "twinId", part as "modelPart", unit, minimum, maximum
    from own join declared on version_id = model_version_id`.execute(db);
  return rows;
}
