import {
  getTagFeed,
  ignoreSources,
  listConnectionSources,
  pushPoints,
  releaseSources,
  takeSources,
  writeLines,
} from '@twinward/contracts/connections/intake';
import type { Actor } from '../../../platform/actor.ts';
import { listRequest } from '../../../platform/database/list.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { mostParsedBytes, UnparsedBody } from '../../../platform/http/unparsed-body.ts';
import { countPoints } from '../../../platform/process/metrics.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { refuseLines, saveLines, savePushed, unpack } from './push.ts';
import * as service from './service.ts';
import * as sources from './sources.ts';

const toWho = ({ userId, userName }: Actor) => ({ userId, userName });

export function intakeRoutes({ implement }: Routing): void {
  implement(pushPoints, async (call) => {
    const { params, body, actor } = call;
    const pushed = { who: toWho(actor), connectionId: params.id };
    const stored =
      body instanceof UnparsedBody
        ? await runTask(call, 'push-points', { ...pushed, bytes: body.bytes })
        : await savePushed(actor.tenant.db, pushed, body);
    countPoints('push', [stored]);
  });
  implement(writeLines, async (call) => {
    const { query, body, actor, request } = call;
    const pushed = { who: toWho(actor), connectionId: getConnectionId(actor), now: Date.now() };
    const bytes = await unpack(body, request.headers['content-encoding']);
    const input = { ...pushed, bytes, precision: query.precision };
    const { stored, lines } =
      bytes.length > mostParsedBytes
        ? await runTask(call, 'write-lines', input)
        : await saveLines(actor.tenant.db, input);
    countPoints('push', [stored]);
    refuseLines(lines);
  });
  implement(listConnectionSources, ({ params, body, query, actor }) =>
    sources.listConnectionSources(actor.tenant.db, params.id, listRequest(body, query)),
  );
  implement(takeSources, ({ params, body, actor }) => sources.assignSources(actor, params.id, body));
  implement(releaseSources, ({ params, body, actor }) =>
    sources.releaseSources(actor, params.id, body.tagIds),
  );
  implement(ignoreSources, ({ params, body, actor }) => sources.ignoreSources(actor, params.id, body));
  implement(getTagFeed, ({ params, actor }) => service.getTagFeed(actor.tenant.db, params.id));
}

/**
 * Returns the id of the connection that the call's token belongs to.
 * @throws AppError `invalid-request` for a user's session.
 */
function getConnectionId({ connection }: Actor): number {
  if (connection) return connection.id;
  const message = 'Please send the token of a connection: the call names none otherwise.';
  throw new AppError('invalid-request', message);
}
