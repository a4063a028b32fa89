import * as contract from '@twinward/contracts/questions/query';
import { listRequest } from '../../../platform/database/list.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import type { RowPage } from './compile/rows.ts';
import * as exporting from './export.ts';
import { runDefinition } from './reader.ts';
import * as service from './service.ts';

/** Converts the paging parameters of a call. */
const toPage = (query: { 'page-number': number; 'page-size': number }): RowPage => ({
  offset: (query['page-number'] - 1) * query['page-size'],
  limit: query['page-size'],
});

/** Converts the body of a run. */
const toRun = <Body extends { fresh: boolean }>({ fresh, ...run }: Body) => ({
  ...run,
  maximumAge: fresh ? 0 : undefined,
});

export function queryRoutes({ implement }: Routing): void {
  implement(contract.listQueryTypes, ({ actor }) => service.listQueryTypes(actor));
  implement(contract.listQueries, ({ actor, body, query }) =>
    service.listQueries(actor, listRequest(body, query)),
  );
  implement(contract.listQueryFolders, ({ actor }) => service.listFolders(actor));
  implement(contract.getQuery, ({ actor, params }) => service.getQuery(actor, params.id));
  implement(contract.createQuery, ({ actor, body }) => service.createQuery(actor, body));
  implement(contract.updateQuery, ({ actor, params, body }) => service.updateQuery(actor, params.id, body));
  implement(contract.deleteQuery, ({ actor, params }) => service.deleteQuery(actor, params.id));
  implement(contract.copyQuery, ({ actor, params, body }) => service.copyQuery(actor, params.id, body.name));
  implement(contract.addQueryFavorite, ({ actor, params }) => service.setFavorite(actor, params.id, true));
  implement(contract.removeQueryFavorite, ({ actor, params }) =>
    service.setFavorite(actor, params.id, false),
  );
  implement(contract.runDefinition, ({ actor, body }) => runDefinition(actor, toRun(body)));
  implement(contract.runQuery, ({ actor, params, body }) => service.runQuery(actor, params.id, toRun(body)));
  implement(contract.listDefinitionRows, ({ actor, body: { mark, ...run }, query }) =>
    runDefinition(actor, { ...toRun(run), rows: { mark, page: toPage(query) } }),
  );
  implement(contract.listQueryRows, ({ actor, params, body: { mark, ...run }, query }) =>
    service.listRows(actor, params.id, { ...toRun(run), rows: { mark, page: toPage(query) } }),
  );
  implement(contract.exportQuery, ({ actor, params, body }) => exporting.startExport(actor, params.id, body));
  implement(contract.downloadQueryExport, async ({ actor, params, reply }) => {
    const { fileName, type, content } = await exporting.openExport(actor, params.commandId);
    return reply.type(type).header('content-disposition', contentDisposition(fileName)).send(content);
  });
  implement(contract.listQueryUses, ({ actor, params }) => service.listUses(actor, params.id));
  implement(contract.listQueryVersions, ({ actor, params }) => service.listVersions(actor, params.id));
  implement(contract.restoreQueryVersion, ({ actor, params, body }) =>
    service.restoreVersion(actor, params.id, params.savedVersion, body.version),
  );
}
