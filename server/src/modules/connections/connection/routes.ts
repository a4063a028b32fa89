import {
  createConnection,
  createConnectionToken,
  deleteConnection,
  deleteConnectionToken,
  getConnection,
  listConnectionLog,
  listConnections,
  listConnectionTypes,
  pauseConnection,
  resumeConnection,
  updateConnection,
} from '@twinward/contracts/connections/connection';
import {
  cancelConnectionRequest,
  createConnectionRequest,
  getConnectionRequest,
  readHistory,
  trustCertificate,
} from '@twinward/contracts/connections/request';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as backfill from './backfill.ts';
import * as log from './log.ts';
import * as request from './request.ts';
import * as service from './service.ts';
import * as token from './token.ts';

export function connectionRoutes({ implement }: Routing): void {
  implement(listConnectionTypes, async () => service.listConnectionTypes());
  implement(listConnections, ({ actor, body, query }) =>
    service.listConnections(actor.tenant.db, listRequest(body, query)),
  );
  implement(getConnection, ({ actor, params }) => service.getConnection(actor.tenant.db, params.id));
  implement(createConnection, ({ actor, body }) => service.createConnection(actor, body));
  implement(updateConnection, ({ actor, params, body }) => service.updateConnection(actor, params.id, body));
  implement(deleteConnection, ({ actor, params }) => service.deleteConnection(actor, params.id));
  implement(pauseConnection, ({ actor, params }) => service.pauseConnection(actor, params.id));
  implement(resumeConnection, ({ actor, params }) => service.resumeConnection(actor, params.id));
  implement(createConnectionToken, ({ actor, params }) => token.createConnectionToken(actor, params.id));
  implement(deleteConnectionToken, ({ actor, params }) => token.deleteConnectionToken(actor, params.id));
  implement(createConnectionRequest, ({ actor, params, body }) =>
    request.createRequest(actor, params.id, body),
  );
  implement(getConnectionRequest, ({ actor, params }) =>
    request.getRequest(actor, params.id, params.requestId),
  );
  implement(cancelConnectionRequest, ({ actor, params }) =>
    request.cancelRequest(actor, params.id, params.requestId),
  );
  implement(readHistory, ({ actor, params, body }) => backfill.readHistory(actor, params.id, body));
  implement(listConnectionLog, ({ actor, params, body, query }) =>
    log.listLog(actor.tenant.db, params.id, listRequest(body, query)),
  );
  implement(trustCertificate, ({ actor, params, body }) =>
    service.trustCertificate(actor, params.id, body.fingerprint),
  );
}
