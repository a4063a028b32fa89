import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { clockSentence, type Finding, readStreams, testHttp } from '../http-test.ts';
import { HxgnClient } from './client.ts';
import { type Grid, orders } from './mapping.ts';
import { getGrid, records } from './records.ts';

/** Reads one row of each grid. Writes nothing, because a work order can't be undone. */
export const testConnection = (call: ConnectorCall) =>
  testHttp(call, () => {
    const client = new HxgnClient(call);
    const { settings } = client;
    const first = (grid: Grid, sortBy: string) =>
      client.grid({
        grid: grid.getGridName(settings),
        screen: grid.screen,
        filters: [],
        sortBy,
        rows: 1,
        cursor: 0,
      });
    return {
      url: settings.base,
      async signIn() {
        await first(orders, orders.id);
        return `HxGN EAM accepted the sign-in.${clockSentence(client.date)}`;
      },
      read: () =>
        readStreams(records.streams(call.configuration), async (stream) => {
          const grid = getGrid(stream);
          const [row] = (await first(grid, settings.changeColumn)).rows;
          const needed = [
            grid.id,
            settings.changeColumn,
            ...(grid === orders ? [settings.requestField] : []),
          ];
          const missing = row ? needed.filter((column) => !(column in row)) : [];
          if (missing.length > 0) {
            throw new ConnectorFailure(
              'refused',
              `The grid ${grid.getGridName(settings)} has no column ${missing.join(', ')}.`,
            );
          }
        }),
      async write(): Promise<Finding> {
        return {
          state: 'skipped',
          message: 'Only advisories create work orders; a test creates none.',
          advice: 'The user needs insert permission on the screen WSJOBS and web services access.',
        };
      },
      advices: {
        'sign-in': 'Check tenant, organization and API key or user. The user needs web services access.',
        read: 'Check the names of the grids and of their columns, and add missing columns to the default view (dataspy).',
      },
    };
  });
