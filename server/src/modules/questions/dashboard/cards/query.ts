import type { CardByKind } from '@twinward/contracts/questions/dashboard-card';
import { type DataByKind, renewalAge } from '@twinward/contracts/questions/dashboard-data';
import type { ParameterValues, QueryParameter } from '@twinward/contracts/questions/query-definition';
import { isGrouped } from '@twinward/domain/queries/definition-problems';
import { toLocalDay } from '@twinward/domain/time-zone';
import { getQuery, runQuery } from '../../query/service.ts';
import type { Asked } from './scope.ts';

/**
 * Runs a query for a card, as the actor.
 * @throws AppError `not-found` if the query does not exist or the actor may not read it.
 */
export async function readQueryCard(
  asked: Asked,
  { queryId, display }: CardByKind<'query'>,
): Promise<DataByKind<'query'>> {
  const { query, parameters, result } = await runCardQuery(asked, queryId);
  return {
    kind: 'query',
    query: { id: query.id, name: query.name },
    display: display ?? query.definition.display,
    parameters,
    isGrouped: isGrouped(query.definition.columns),
    result,
  };
}

/**
 * Runs a query with the values of the dashboard as its parameters of the same names.
 * @returns `takesRange` is true if the query has parameters for both ends of the range
 */
export async function runCardQuery(asked: Asked, queryId: number) {
  const query = await getQuery(asked.actor, queryId);
  const parameters = toParameters(asked, query.definition.parameters);
  const maximumAge = asked.fresh ? renewalAge : undefined;
  const result = await runQuery(asked.actor, queryId, { parameters, maximumAge });
  const takesRange = Object.hasOwn(parameters, 'from') && Object.hasOwn(parameters, 'to');
  return { query, parameters, result, takesRange };
}

/**
 * Sets the parameters site, class, twin, from and to of a query to the values of the dashboard. Parameters without a
 * value keep their default. A relative time stays relative, so that requests within 30 s share a run. A date is a day
 * in the reader's time zone.
 */
function toParameters(
  { values, span, timeZone }: Asked,
  parameters: readonly QueryParameter[],
): ParameterValues {
  const { site, class: entry, twin, range } = values;
  const given: Record<string, number | undefined> = { site, class: entry, twin, ...span };
  const texts: Record<string, string> = { ...range };
  const days: Record<string, string> = {
    from: toLocalDay(span.from, timeZone),
    to: toLocalDay(span.to, timeZone),
  };
  return Object.fromEntries(
    parameters.flatMap(({ name, kind }) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === undefined) return [];
      if (kind === 'date') return [[name, days[name] ?? null]];
      return [[name, kind === 'date-time' ? (texts[name] ?? null) : kind === 'text' ? String(value) : value]];
    }),
  );
}
