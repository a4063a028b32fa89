import type { CardFigure, NumberSource } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import type { ParameterValues } from '@twinward/contracts/questions/query-definition';
import { resolveTime } from '@twinward/domain/queries/relative-time';
import { advisoriesPath, monitorPath, riskPath, twinPath } from '../../../shared/address/paths.ts';
import { withPlace } from '../../../shared/address/place-filters.ts';
import { withParameters } from '../../../shared/query/parameter-address.ts';

/** Paths of the records of a figure: the list of the plant, and the page of one twin. */
interface Lists {
  plant: string;
  twin: (twinId: number) => string;
}

const advisories = (filter: string): Lists => ({
  plant: `/apps/advisories${filter}`,
  twin: (twinId) => `${advisoriesPath(twinId)}${filter}`,
});
const protections = (filter: string): Lists => ({ plant: `/apps/protections${filter}`, twin: monitorPath });
const twins = (filter: string): Lists => ({ plant: `/apps/twins${filter}`, twin: twinPath });

const lists: Record<Exclude<CardFigure, 'new-advisories'>, Lists> = {
  'money-at-risk': { plant: '/apps/twins?sort=-Risk', twin: riskPath },
  'twins-above-zero': twins('?level=1-1000&state=with-data'),
  'silent-twins': twins('?state=silent'),
  'open-excursions': protections('?sort=-OpenExcursions'),
  excursions: protections('?sort=-Since'),
  'stale-protections': protections('?state=stale'),
  'failed-protections': protections('?state=error'),
  'stale-inputs': protections('?state=stale-input'),
  'active-advisories': advisories('?state=active'),
  'overdue-advisories': advisories('?attention=overdue'),
};

/** The list of advisories created in a range. */
function advisoriesMade({ from, to }: CardValues['range'], timeZone: string): Lists {
  const times = [from, to].map((text) => resolveTime(text, Date.now(), timeZone));
  if (times.some((time) => time === null)) return advisories('');
  const created = times.map((time) => new Date(time!).toISOString()).join('/');
  return advisories(`?${new URLSearchParams({ created })}`);
}

/**
 * The link of a number to its records, filtered by range, twin, site and class like the dashboard; null without a list.
 * @param timeZone time zone of the user
 */
export function buildLink(
  source: NumberSource,
  values: CardValues,
  timeZone: string,
  parameters: ParameterValues = {},
): string | null {
  if (source.kind === 'figure') {
    const { plant, twin } =
      source.figure === 'new-advisories' ? advisoriesMade(values.range, timeZone) : lists[source.figure];
    return values.twin === undefined ? withPlace(plant, values) : twin(values.twin);
  }
  return source.kind === 'query' ? withParameters(`/tools/query/${source.queryId}`, parameters) : null;
}
