import { byChange, type ChangePage } from '../by-change.ts';
import type { RecordStream, RecordsRole } from '../connector.ts';
import { readFrom } from '../remote-fields.ts';
import { type Filter, HxgnClient, matchAny, type Row } from './client.ts';
import { type Settings, toSelection } from './config.ts';
import { filterTime } from './local-time.ts';
import { allOrganizations, assets, findChangeTime, type Grid, grids, orders } from './mapping.ts';

const pageSize = 500;

export const records: RecordsRole = {
  streams(configuration) {
    const { readsAssets, orderTypes } = toSelection(configuration);
    return grids.filter((grid) => (grid === assets ? readsAssets : orderTypes.length > 0));
  },

  async *changes(call, stream, since) {
    const client = new HxgnClient(call);
    const { settings } = client;
    const grid = getGrid(stream);
    const from = readFrom(grid.kind, since, settings.start);
    const read = async (time: number | null, cursor = 0): Promise<ChangePage<Row>> => {
      const { rows, next } = await client.grid({
        grid: grid.getGridName(settings),
        screen: grid.screen,
        filters: [...toFilters(grid, settings), ...sinceFilter(time, settings)],
        sortBy: settings.changeColumn,
        rows: pageSize,
        cursor,
      });
      return { rows, next: next === null ? null : () => read(time, next) };
    };
    const toTime = (row: Row) => findChangeTime(row, settings);
    for await (const rows of byChange(from, read, toTime, (row) => JSON.stringify(row))) {
      yield rows.map((row) => grid.toRecord(row, settings));
    }
  },

  async *keys(call, stream) {
    const client = new HxgnClient(call);
    const { settings } = client;
    const grid = getGrid(stream);
    let last: string | null = null;
    let cursor = 0;
    let given: ReadonlySet<string> = new Set();
    while (true) {
      // Several organizations may use the same code.
      const after: Filter[] = last === null ? [] : [{ column: grid.id, operator: '>=', value: last }];
      const { rows, next } = await client.grid({
        grid: grid.getGridName(settings),
        screen: grid.screen,
        filters: [...toFilters(grid, settings), ...after],
        sortBy: grid.id,
        rows: pageSize,
        cursor,
      });
      const keys = rows.map((row) => grid.toKey(row, settings));
      const fresh = keys.filter((key) => !given.has(key));
      if (fresh.length > 0) yield fresh;
      const end = rows.at(-1)?.[grid.id];
      if (next === null || end === undefined) return;
      given = new Set(keys);
      cursor = end === last ? next : 0;
      last = end;
    }
  },
};

export function getGrid({ name }: RecordStream): Grid {
  const grid = grids.find((candidate) => candidate.name === name);
  if (!grid) throw new Error(`HxGN EAM has no stream ${name}`);
  return grid;
}

/** Returns the filters of a stream that don't depend on the time of the change. */
function toFilters(grid: Grid, { organization, orderTypes }: Settings): Filter[] {
  return [
    ...(grid === orders ? matchAny('workordertype', orderTypes) : []),
    ...(organization === allOrganizations
      ? []
      : [{ column: 'organization', operator: '=' as const, value: organization }]),
  ];
}

const sinceFilter = (time: number | null, { changeColumn, dateFormat, timeZone }: Settings): Filter[] =>
  time === null
    ? []
    : [{ column: changeColumn, operator: '>=', value: filterTime(time, dateFormat, timeZone) }];
