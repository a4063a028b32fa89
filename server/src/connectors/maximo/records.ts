import { byChange, type ChangePage } from '../by-change.ts';
import type { RecordStream, RecordsRole } from '../connector.ts';
import { readFrom } from '../remote-fields.ts';
import { MaximoClient, type Page, quote, type Row, timeLiteral } from './client.ts';
import { type Selection, type Settings, toSelection } from './config.ts';
import { assets, orders, parseTime, type Structure, serviceRequests, structures } from './mapping.ts';

const pageSize = 200;

export const records: RecordsRole = {
  streams(configuration) {
    const selection = toSelection(configuration);
    return structures.filter((structure) =>
      structure === assets ? selection.readsAssets : selectTypes(structure, selection).length > 0,
    );
  },

  async *changes(call, stream, since) {
    const client = new MaximoClient(call);
    const { settings } = client;
    const structure = getStructure(stream);
    const from = readFrom(structure.kind, since, settings.start);
    const toPage = (page: Page): ChangePage<Row> => {
      const { rows, next } = page;
      return { rows, next: next && (() => client.next(next).then(toPage)) };
    };
    const read = (time: number | null) =>
      client
        .page(structure.path, {
          select: structure.attributes(settings),
          ...toWhere([
            ...listConditions(structure, settings),
            ...(time === null ? [] : [`changedate>=${timeLiteral(time)}`]),
          ]),
          orderBy: `+changedate,+${structure.uid}`,
          pageSize,
        })
        .then(toPage);
    const toIdentity = (row: Row) => `${row[structure.uid]} ${row.changedate} ${row._rowstamp ?? ''}`;
    for await (const rows of byChange(from, read, (row) => parseTime(row.changedate), toIdentity)) {
      yield rows.map((row) => structure.toRecord(row, settings));
    }
  },

  async *keys(call, stream) {
    const client = new MaximoClient(call);
    const { settings } = client;
    const structure = getStructure(stream);
    let last: unknown = null;
    while (true) {
      const after = last === null ? [] : [`${structure.uid}>${last}`];
      const { rows, next } = await client.page(structure.path, {
        select: [structure.uid, ...structure.id],
        ...toWhere([...listConditions(structure, settings), ...after]),
        orderBy: `+${structure.uid}`,
        pageSize,
      });
      if (rows.length > 0) yield rows.map((row) => structure.id.map((name) => row[name]).join('/'));
      if (next === null || rows.length === 0) return;
      last = rows.at(-1)![structure.uid];
    }
  },
};

export function getStructure({ name }: RecordStream): Structure {
  const structure = structures.find((candidate) => candidate.name === name);
  if (!structure) throw new Error(`Maximo has no stream ${name}`);
  return structure;
}

const selectTypes = (structure: Structure, { orderTypes, serviceRequestTypes }: Selection): string[] =>
  structure === orders ? orderTypes : structure === serviceRequests ? serviceRequestTypes : [];

/** Returns the conditions of a stream that don't depend on the time of the change. */
function listConditions(structure: Structure, settings: Settings): string[] {
  const types = selectTypes(structure, settings);
  return [
    ...(types.length > 0 ? [`${structure.getTypeField(settings)} in [${types.map(quote).join(',')}]`] : []),
    ...(structure === orders ? ['istask=0'] : []),
    ...(settings.site === null ? [] : [`siteid=${quote(settings.site)}`]),
  ];
}

const toWhere = (conditions: string[]): { where?: string } =>
  conditions.length > 0 ? { where: conditions.join(' and ') } : {};
