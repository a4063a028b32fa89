import {
  CreateMonitoredItemsRequest,
  CreateSubscriptionRequest,
  DataChangeFilter,
  DataChangeTrigger,
  DeadbandType,
  type MonitoredItemCreateRequestOptions,
  MonitoringMode,
  TimestampsToReturn,
} from 'node-opcua-client';
import type { ConnectorCall, LiveSink } from '../connector.ts';
import { longestSilence } from '../silence.ts';
import { type Session, withSession } from './client.ts';
import { publish, type Subscription } from './publish.ts';
import { valueId } from './read.ts';
import { readSource, type Source } from './source.ts';

/** Keep-alive interval of a server without new values, in milliseconds. */
const keepAlive = longestSilence / 3;

/** Milliseconds for which a server keeps a subscription without publish requests. */
const lifetime = 300_000;

const maximumNotifications = 5000;

interface Item extends Source {
  source: string;
  /** Identifies the item in notifications: its position from 1, since some servers treat 0 as missing. */
  handle: number;
}

/**
 * Subscribes to the values of sources. Ends when the connection is lost; the host then starts it again and reads the
 * missed values from the history, so that no state of the old session is needed.
 */
export async function live(call: ConnectorCall, sources: readonly string[], sink: LiveSink): Promise<void> {
  try {
    await withSession(call, async (session) => {
      const items = toItems(session, sources);
      if (session.certificatesEnd) call.certificate(session.certificatesEnd.getTime());
      const subscriptions = await createSubscriptions(session, items);
      const publishing = publish(session, sources, subscriptions, sink);
      const creating = createAll(session, items, subscriptions).then(() => sink.subscribed());
      await Promise.all([publishing, creating]);
    });
  } catch (error) {
    if (!call.signal.aborted) throw error;
  }
}

function toItems(session: Session, sources: readonly string[]): Item[] {
  return sources.flatMap((source, index) => {
    const known = readSource(source, session.namespaces);
    if (!known) session.call.log('error', `${source}: the server does not have its namespace.`);
    return known ? [{ ...known, source, handle: index + 1 }] : [];
  });
}

async function createSubscriptions(
  { ask, settings, limits }: Session,
  items: readonly Item[],
): Promise<Subscription[]> {
  const count = Math.max(1, Math.ceil(items.length / limits.subscribedItems));
  const subscriptions: Subscription[] = [];
  for (let index = 0; index < count; index++) {
    const keepAliveCount = Math.max(1, Math.round(keepAlive / settings.publishingInterval));
    const answer = await ask(
      new CreateSubscriptionRequest({
        requestedPublishingInterval: settings.publishingInterval,
        requestedMaxKeepAliveCount: keepAliveCount,
        requestedLifetimeCount: Math.max(
          3 * keepAliveCount,
          Math.round(lifetime / settings.publishingInterval),
        ),
        maxNotificationsPerPublish: maximumNotifications,
        publishingEnabled: true,
      }),
    );
    subscriptions.push({
      id: answer.subscriptionId,
      silence: answer.revisedPublishingInterval * answer.revisedMaxKeepAliveCount,
      sources: items
        .slice(index * limits.subscribedItems, (index + 1) * limits.subscribedItems)
        .map(({ source }) => source),
      nextNumber: null,
      publishedAt: Date.now(),
    });
  }
  return subscriptions;
}

async function createAll(
  session: Session,
  items: readonly Item[],
  subscriptions: readonly Subscription[],
): Promise<void> {
  const { limits, settings, call } = session;
  let refused = 0;
  for (const [index, { id }] of subscriptions.entries()) {
    const own = items.slice(index * limits.subscribedItems, (index + 1) * limits.subscribedItems);
    for (let start = 0; start < own.length; start += limits.monitoredItems) {
      const part = own.slice(start, start + limits.monitoredItems);
      const failed = await create(session, id, part, settings.deadband);
      // Booleans and texts don't allow a deadband.
      const again = settings.deadband > 0 ? failed.filter(({ status }) => /Filter/.test(status)) : [];
      const failedAgain =
        again.length > 0
          ? await create(
              session,
              id,
              again.map(({ item }) => item),
              0,
            )
          : [];
      for (const { item, status } of [...failed.filter((one) => !again.includes(one)), ...failedAgain]) {
        refused++;
        if (refused <= 100) call.log('error', `${item.source}: the server does not deliver it (${status}).`);
      }
    }
  }
  call.log(
    refused > 0 ? 'warn' : 'info',
    `Subscribed to ${items.length - refused} of ${items.length} values.`,
  );
}

/** Creates items. @returns the items that the server rejected, with the names of their status codes */
async function create(
  { ask, settings }: Session,
  subscriptionId: number,
  items: readonly Item[],
  deadband: number,
): Promise<{ item: Item; status: string }[]> {
  const { results } = await ask(
    new CreateMonitoredItemsRequest({
      subscriptionId,
      timestampsToReturn: TimestampsToReturn.Both,
      itemsToCreate: items.map(
        (item): MonitoredItemCreateRequestOptions => ({
          itemToMonitor: valueId(item),
          monitoringMode: MonitoringMode.Reporting,
          requestedParameters: {
            clientHandle: item.handle,
            samplingInterval: settings.samplingInterval,
            queueSize: settings.queueSize,
            discardOldest: true,
            filter:
              deadband > 0
                ? new DataChangeFilter({
                    trigger: DataChangeTrigger.StatusValue,
                    deadbandType: DeadbandType.Absolute,
                    deadbandValue: deadband,
                  })
                : null,
          },
        }),
      ),
    }),
  );
  return items.flatMap((item, index) => {
    const status = results?.[index]?.statusCode;
    return status?.isGoodish() ? [] : [{ item, status: status?.name ?? 'no answer' }];
  });
}
