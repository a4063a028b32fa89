import type {
  ParameterValue,
  QueryDefinition,
  QueryParameter,
} from '@twinward/contracts/questions/query-definition';
import { definitionProblems } from '@twinward/domain/queries/definition-problems';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { compileQuery } from './compile/statement.ts';
import { bindQuery, type Reader } from './run.ts';

const examples: Readonly<Record<QueryParameter['kind'], string | number | boolean>> = {
  text: 'a',
  number: 1,
  boolean: true,
  date: 'now',
  'date-time': 'now',
  reference: 1,
};

function toExample({ kind, many, default: initial }: QueryParameter): ParameterValue {
  if (initial !== null) return initial;
  return many ? [examples[kind]] : examples[kind];
}

/**
 * Compiles a definition without running it. Parameters without a default get an example value, so that all conditions
 * are checked.
 * @throws AppError `invalid-request` naming the invalid part.
 */
export async function checkDefinition(db: Db, reader: Reader, definition: QueryDefinition): Promise<void> {
  refuseProblems(definitionProblems(definition));
  const parameters = Object.fromEntries(
    definition.parameters.map((parameter) => [parameter.name, toExample(parameter)]),
  );
  compileQuery(await bindQuery(db, { definition, parameters, reader }, null));
}
