import { setTimeout as sleep } from 'node:timers/promises';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Caller } from './caller.ts';
import { type PointRecord, send } from './logger.ts';
import type { Plant } from './plant.ts';
import type { Random } from './random.ts';
import { limit, type Point, type Span } from './signal.ts';

/** What users and sources do while faults are caused. */
export interface ActivityCall {
  caller: Caller;
  random: Random;
  plant: Plant;
  record: PointRecord;
  stop: AbortSignal;
}

/** What was begun beside the points of the loggers. */
export interface Begun {
  /** Files that were given to be imported, by name, with their points. */
  imports: Map<string, Point[]>;
  /** Commands that were acknowledged. */
  commandIds: Set<string>;
  /** Whether a point of the far future was acknowledged. */
  farFuture: boolean;
}

const farFuture = Date.UTC(2099, 0, 1);

async function repeatedly(
  { random, stop }: ActivityCall,
  pause: Span,
  act: () => Promise<unknown>,
): Promise<void> {
  while (!stop.aborted) {
    await sleep(random.integer(pause), undefined, { signal: stop }).catch(() => undefined);
    if (!stop.aborted) await act();
  }
}

const importBegin = Date.UTC(2021, 0, 1);

/** Starts imports, recalculations and simulations. Whether a call without an answer started one shows later. */
export async function startCommands(call: ActivityCall, { imports, commandIds }: Begun): Promise<void> {
  const { caller, random, plant } = call;
  const { importTag, calculated, watches } = plant;
  let time = importBegin;
  async function start(path: string, body?: unknown): Promise<void> {
    const answer = await caller.probe('POST', path, [202, 409], body);
    if (answer?.status === 202) commandIds.add((JSON.parse(answer.text) as { commandId: string }).commandId);
  }
  async function importFile(): Promise<void> {
    const points = Array.from({ length: random.integer([500, 5_000]) }, () => {
      time += 1000;
      return { time, value: random.integer([60, limit + 5]) };
    });
    const name = `points-${imports.size + 1}.csv`;
    const lines = points.map((point) => `${importTag.name},${point.time},${point.value}`);
    const form = new FormData();
    form.append('file', new Blob([`tag,time,value\n${lines.join('\n')}\n`]), name);
    imports.set(name, points);
    await start('/api/imports', form);
  }
  const recalculate = () => start(`/api/tags/${calculated.tagId}/recalculate`);
  const simulate = () => {
    const { protectionId, twinId } = random.pick(watches);
    return start('/api/simulations', { indicatorId: protectionId, twinId });
  };
  await repeatedly(call, [3_000, 9_000], () => random.pick([importFile, recalculate, simulate])());
}

/** Looks at the screens' data, as open browsers do. */
export async function lookAround(call: ActivityCall): Promise<void> {
  const { caller, random, plant } = call;
  await repeatedly(call, [500, 2_000], async () => {
    const { protectionId, twinId } = random.pick(plant.watches);
    const paths = [
      '/readyz',
      '/api/notifications',
      `/api/indicators/${protectionId}`,
      `/api/twins/${twinId}`,
    ];
    await caller.probe('GET', random.pick(paths), [200]);
  });
}

/** Sends a point of the far future now and then, which must count for nothing. */
export async function sendFarFuture(call: ActivityCall, begun: Begun): Promise<void> {
  const body = [{ tagId: call.plant.aheadTagId, points: [{ time: farFuture, value: 99 }] }];
  await repeatedly(call, [5_000, 30_000], async () => {
    await call.caller.insist('POST', '/api/data-points', body);
    begun.farFuture = true;
  });
}

/** Sends points of the past that open and close an excursion, once newer points of their tag are evaluated. */
export async function sendLate(call: ActivityCall): Promise<void> {
  const { caller, plant, record } = call;
  const { lateTagId, watches } = plant;
  const { protectionId } = watches.find(({ tagIds }) => tagIds[0] === lateTagId)!;
  await repeatedly(call, [2_000, 8_000], async () => {
    const { text } = await caller.insist('GET', `/api/indicators/${protectionId}`);
    const evaluated = Date.parse((JSON.parse(text) as Protection).lastEvaluatedDate ?? '');
    const known = (record.get(lateTagId) ?? []).toSorted((a, b) => a.time - b.time);
    // Between two low points, with room for three more.
    const gaps = known.flatMap((point, i) => {
      const next = known[i + 1];
      const isWide = next && next.time - point.time > 250 && next.time <= evaluated;
      return isWide && point.value <= limit && next.value <= limit && !next.late ? [point.time] : [];
    });
    const from = gaps.length === 0 ? null : call.random.pick(gaps);
    if (from === null) return;
    const points = [90, 91, 70].map((value, i) => ({ time: from + 60 * (i + 1), value }));
    await send(caller, record, new Map([[lateTagId, points]]), { late: true });
  });
}
