import type { WebhookPayload } from '@twinward/contracts/connections/webhook';
import { isWanted } from '@twinward/domain/connections/webhook';
import type { Db } from '../../../platform/database/database.ts';
import type { EndedExcursion, Happening } from '../../protections/evaluation/events.ts';
import type { TwinLevelChange } from '../../twins/twin/events.ts';
import type { AdvisoryStateChange } from '../advisory/events.ts';
import {
  type ExcursionFact,
  selectAdvisory,
  selectExcursions,
  selectTwins,
  type TwinFact,
} from './fact-store.ts';
import { insertMessages, type NewMessage } from './message-store.ts';
import { enqueueDeliveries } from './queue.ts';
import { selectListening } from './store.ts';

/** Events are stored as messages in the transaction of their cause, for the webhooks that select them. */

type Listening = Awaited<ReturnType<typeof selectListening>>;
type Kind = Exclude<WebhookPayload['type'], 'webhook.test'>;

interface Happened {
  payload: Extract<WebhookPayload, { type: Kind }>;
  source: string | null;
  path: string;
  level: number | null;
}

/** Selects the webhooks for any of the event types. Most databases have none, and nothing more is read then. */
async function listeningTo(db: Db, ...kinds: readonly Kind[]): Promise<Listening> {
  return (await selectListening(db)).filter(({ events }) => kinds.some((kind) => events.includes(kind)));
}

async function record(db: Db, listening: Listening, happened: readonly Happened[]): Promise<void> {
  const messages = happened.flatMap(({ payload, source, path, level }) =>
    listening
      .filter((webhook) =>
        isWanted(webhook, { type: payload.type, twinId: payload.data.twin.id, path, level }),
      )
      .map(({ id }): NewMessage => ({ webhookId: id, source, payload })),
  );
  if (messages.length === 0) return;
  await enqueueDeliveries(db, await insertMessages(db, messages));
}

/** Records announced excursions, and their ends. */
export async function recordExcursions(
  db: Db,
  { happenings, ended }: { happenings: readonly Happening[]; ended: readonly EndedExcursion[] },
): Promise<void> {
  const began = happenings.filter(({ action }) => action === null);
  if (began.length === 0 && ended.length === 0) return;
  const listening = await listeningTo(db, 'excursion.began', 'excursion.ended');
  if (listening.length === 0) return;
  const facts = await selectExcursions(db, [...began, ...ended]);
  const beginnings = new Set(began.map(toKey));
  const endings = new Set(ended.map(toKey));
  const keyOfFact = ({ thresholdId, start }: ExcursionFact) => toKey({ thresholdId, start: start.getTime() });
  await record(db, listening, [
    ...facts.filter((fact) => beginnings.has(keyOfFact(fact))).map(toBeginning),
    ...facts.filter((fact) => fact.end !== null && endings.has(keyOfFact(fact))).map(toEnd),
  ]);
}

const toKey = ({ thresholdId, start }: { thresholdId: number; start: number }) => `${thresholdId} ${start}`;

const toBeginning = (fact: ExcursionFact): Happened => ({
  payload: { type: 'excursion.began', timestamp: fact.start.toISOString(), data: toData(fact) },
  source: `began ${fact.id}`,
  path: fact.path,
  level: fact.level,
});

const toEnd = (fact: ExcursionFact): Happened => ({
  payload: { type: 'excursion.ended', timestamp: fact.end!.toISOString(), data: toData(fact) },
  source: `ended ${fact.id}`,
  path: fact.path,
  level: fact.level,
});

const toData = (fact: ExcursionFact) => ({
  twin: toTwin(fact),
  excursion: { id: fact.id, start: fact.start.toISOString(), end: fact.end?.toISOString() ?? null },
  protection: { id: fact.protectionId, name: fact.protectionName },
  threshold: { id: fact.thresholdId, name: fact.thresholdName, level: fact.level },
});

const toTwin = ({ twinId, assetId, assetName, uniqueId }: TwinFact) => ({
  id: twinId,
  assetId,
  name: assetName,
  uniqueId,
});

export async function recordLevels(db: Db, changes: readonly TwinLevelChange[]): Promise<void> {
  const listening = await listeningTo(db, 'level.changed');
  if (listening.length === 0) return;
  const facts = await selectTwins(
    db,
    changes.map(({ twinId }) => twinId),
  );
  const twins = new Map(facts.map((twin) => [twin.twinId, twin]));
  const timestamp = new Date().toISOString();
  await record(
    db,
    listening,
    changes.flatMap(({ twinId, before, level }): Happened[] => {
      const twin = twins.get(twinId);
      if (!twin) return [];
      return [
        {
          payload: { type: 'level.changed', timestamp, data: { twin: toTwin(twin), level, before } },
          source: null,
          path: twin.path,
          level: Math.max(level ?? 0, before ?? 0),
        },
      ];
    }),
  );
}

export async function recordAdvisory(
  db: Db,
  { advisoryId, before, reason }: AdvisoryStateChange,
): Promise<void> {
  const listening = await listeningTo(db, 'advisory.changed');
  if (listening.length === 0) return;
  const fact = await selectAdvisory(db, advisoryId);
  if (!fact || fact.state === 'draft') return;
  const { id, name, state, level } = fact;
  await record(db, listening, [
    {
      payload: {
        type: 'advisory.changed',
        timestamp: new Date().toISOString(),
        data: { twin: toTwin(fact), advisory: { id, name, state, before, level, reason } },
      },
      source: null,
      path: fact.path,
      level,
    },
  ]);
}
