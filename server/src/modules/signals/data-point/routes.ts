import { readCounter } from '@twinward/contracts/signals/counter';
import {
  appendPoints,
  appendTagPoints,
  deletePoints,
  downloadPoints,
  getPoints,
  oldestPoint,
} from '@twinward/contracts/signals/data-point';
import { getTagRhythm } from '@twinward/contracts/signals/rhythm';
import { getEarlyPoints, setEarlyPoints } from '@twinward/contracts/system/setting';
import type { Routing } from '../../../platform/http/routing.ts';
import { UnparsedBody } from '../../../platform/http/unparsed-body.ts';
import { countPoints } from '../../../platform/process/metrics.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { earlyPoints, getSystemSetting, updateSystemSetting } from '../../system/setting/service.ts';
import { toAttachmentHeader } from './csv.ts';
import { getRhythm } from './rhythm.ts';
import { getOldestTime, readCsv, readRange, removePoints, savePoints } from './service.ts';

export function dataPointRoutes({ implement }: Routing): void {
  implement(appendTagPoints, async (call) => {
    const { params, body, actor } = call;
    const who = { userId: actor.userId, userName: actor.userName };
    const results =
      body instanceof UnparsedBody
        ? await runTask(call, 'store-points', { who, bytes: body.bytes, tagId: params.id })
        : await savePoints(actor.tenant.db, who, [{ tagId: params.id, points: body }]);
    countPoints('call', results);
    return results[0]!;
  });
  implement(appendPoints, async (call) => {
    const { body, actor } = call;
    const who = { userId: actor.userId, userName: actor.userName };
    const results =
      body instanceof UnparsedBody
        ? await runTask(call, 'store-points', { who, bytes: body.bytes, tagId: null })
        : await savePoints(actor.tenant.db, who, body);
    countPoints('call', results);
    return results;
  });
  implement(getPoints, ({ params, query, actor }) =>
    readRange(actor.tenant.db, params.id, query, query.buckets),
  );
  implement(getTagRhythm, ({ params, actor }) => getRhythm(actor.tenant.db, params.id));
  implement(downloadPoints, async ({ params, query, actor, reply }) => {
    const { tagName, csv } = await readCsv(actor.tenant.db, params.id, query);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', toAttachmentHeader(tagName))
      .send(csv);
  });
  implement(deletePoints, async ({ params, query, actor }) => ({
    deleted: await removePoints(actor, params.id, query),
  }));
  implement(getEarlyPoints, ({ actor }) => getSystemSetting(actor.tenant.db, earlyPoints));
  implement(setEarlyPoints, ({ actor, body }) => updateSystemSetting(actor, earlyPoints, body));
  implement(readCounter, (call) =>
    runTask(call, 'read-counter', { tagId: call.params.id, request: call.body }),
  );
  implement(oldestPoint, async ({ body, actor }) => {
    const time = await getOldestTime(actor.tenant.db, body);
    return { time: time === null ? null : new Date(time).toISOString() };
  });
}
