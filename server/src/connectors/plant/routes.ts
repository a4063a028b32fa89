import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerRequestFromPlant,
  deliverFromPlant,
  leaseFromPlant,
  listPlantSources,
  lookFromPlant,
  openFromPlant,
  type PlantView,
  reportFromPlant,
  takeRequestsFromPlant,
  trackFromPlant,
} from '@twinward/contracts/connections/plant';
import { type ConnectionHead, getRequest, recordSeen } from '../../modules/connections/connection/service.ts';
import { listFedTags } from '../../modules/signals/intake/service.ts';
import { found } from '../../platform/errors.ts';
import type { Routing } from '../../platform/http/routing.ts';
import { createLookLimit } from '../../platform/http/shared-limits.ts';
import type { HostPorts } from '../host/host-ports.ts';
import { enter } from './enter.ts';
import { plantRecordRoutes } from './record-routes.ts';
import { toStateReport } from './state-report.ts';
import { saveEntries } from './store-entries.ts';

/** Milliseconds between two database polls while a response waits for a change. */
const lookInterval = 1_000;

/** Runner id for calls that don't need one. */
const noRunner = '00000000-0000-0000-0000-000000000000';

/** The calls of processes at plants: the ports of a host for the connection of the token, by `hostInDatabase`. */
export function plantRoutes(routing: Routing): void {
  const { implement } = routing;
  plantRecordRoutes(routing);
  const limitLooks = createLookLimit();
  implement(lookFromPlant, async ({ actor, body, request, reply }) => {
    limitLooks(actor, reply);
    const { host, head } = await enter(actor, body.runner);
    await recordSeen(actor.tenant.db, head.id, body.spool);
    const end = performance.now() + body.wait;
    const ids = [head.connectionGroupId];
    const slow = {
      fed: (await host.fedChecksums(ids)).get(head.connectionGroupId) ?? '',
      quietAfter: (await host.quietAfter(ids)).get(head.connectionGroupId) ?? null,
    };
    for (;;) {
      const view = { ...(await readView(host)), ...slow };
      const known = createHash('sha256').update(JSON.stringify(view)).digest('hex');
      if (known !== body.known) return { known, view };
      if (performance.now() >= end || request.raw.socket.destroyed) return { known, view: null };
      await sleep(Math.min(lookInterval, end - performance.now()));
    }
  });
  implement(openFromPlant, async ({ actor }) => {
    const { host, head } = await enter(actor, noRunner);
    const opened = found(await host.open(head.id), 'Connection');
    return { ...opened, trustedCertificates: [...opened.trustedCertificates] };
  });
  implement(listPlantSources, async ({ actor }) => {
    const { head } = await enter(actor, noRunner);
    const fed = await listFedTags(actor.tenant.db, head.connectionGroupId);
    return fed.map(({ source, tagId }) => ({ source, tagId }));
  });
  implement(leaseFromPlant, async ({ actor, body: { runner, action } }) => {
    const { host, head } = await enter(actor, runner);
    const groupId = head.connectionGroupId;
    if (action === 'take') return { isHeld: await host.acquireLease(groupId, head.id) };
    if (action === 'renew') return { isHeld: (await host.extendLeases([groupId])).has(groupId) };
    await host.releaseLease(groupId);
    return { isHeld: false };
  });
  implement(trackFromPlant, async ({ actor }) => {
    const { host, head } = await enter(actor, noRunner);
    const { tracking } = host.runPorts(head.connectionGroupId, head.id);
    const backfills = await tracking.listBackfills();
    return {
      liveUntil: await tracking.liveUntil(),
      backfills: backfills.map(({ sources, ...range }) => ({ ...range, sources: sources && [...sources] })),
    };
  });
  implement(deliverFromPlant, async ({ actor, body }) => {
    const { host, head } = await enter(actor, noRunner);
    await saveEntries(host.runPorts(head.connectionGroupId, head.id), body.entries);
  });
  implement(reportFromPlant, async ({ actor, body: { reports, log } }) => {
    const { host, head } = await enter(actor, noRunner);
    await host.writeStates(reports.map((report) => toStateReport(report, head.id)));
    await host.addLog(log.map((entry) => ({ ...entry, connectionId: head.id, time: new Date(entry.time) })));
  });
  implement(takeRequestsFromPlant, async ({ actor, body }) => {
    const { host } = await enter(actor, body.runner);
    const taken = await host.claimRequests(body.most);
    return taken.map(({ id, input }) => ({ id, input }));
  });
  implement(answerRequestFromPlant, async ({ actor, body: { id, result, message } }) => {
    const { host, head } = await enter(actor, noRunner);
    await getRequest(actor, head.id, id);
    if (result) return { isOpen: await host.writeRequestResult(id, result) };
    await host.endRequest(id, message);
    return { isOpen: false };
  });
}

async function readView(host: HostPorts): Promise<Omit<PlantView, 'fed' | 'quietAfter'>> {
  const { heads, groups, waiting, canceled } = await host.look(true);
  const [head] = heads as [ConnectionHead];
  const group = found(groups[0] ?? null, 'Connection');
  const { state, message, isOutdated, retryAt } = found(group.connections[0] ?? null, 'Connection');
  return {
    head: { ...head, trustedCertificates: [...head.trustedCertificates] },
    group: {
      id: group.id,
      isHeldByAnother: group.isHeldByAnother,
      backfills: group.backfills,
      state,
      message,
      isOutdated,
      retryAt,
    },
    waiting,
    canceled: [...canceled],
  };
}
