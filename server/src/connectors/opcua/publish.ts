import {
  DataChangeNotification,
  PublishRequest,
  type PublishResponse,
  StatusChangeNotification,
} from 'node-opcua-client';
import { ConnectorFailure, type LiveSink, type SourceValue } from '../connector.ts';
import { longestSilence, SilenceWatch } from '../silence.ts';
import type { Session } from './client.ts';
import { findStatusName } from './failures.ts';
import { toPoint } from './mapping.ts';

export interface Subscription {
  id: number;
  /** Maximum time between two messages of a server, in milliseconds. */
  silence: number;
  sources: readonly string[];
  /** Sequence number of the next message with data. Null for any. */
  nextNumber: number | null;
  /** Time of the last message, by the clock of the server. */
  publishedAt: number;
}

/** Maximum number of points per delivery. */
const blockSize = 10_000;

/** Milliseconds by which a message may be late before the link counts as lost. */
const tolerance = (2 * longestSilence) / 3;

/**
 * Fetches the notifications of subscriptions. A message is acknowledged after its points are durable, and only then the
 * next one is requested: while points can't be stored, they wait in the queues of the server.
 *
 * @throws ConnectorFailure; never resolves
 */
export async function publish(
  session: Session,
  sources: readonly string[],
  subscriptions: readonly Subscription[],
  sink: LiveSink,
): Promise<never> {
  const byId = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  const lastTimes = new Map<string, number>();
  const received: PublishResponse[] = [];
  let failure: ConnectorFailure | null = null;
  let open = 0;
  let wake = () => {};
  const silence = Math.max(...subscriptions.map((subscription) => subscription.silence));
  const timeoutHint = 3 * silence + 30_000;
  const watch = new SilenceWatch(silence + tolerance, () => {
    failure ??= new ConnectorFailure('unreachable', 'The server stopped sending.');
    wake();
  });

  for (let count = 0; count < subscriptions.length + 2; count++) request([]);
  for (;;) {
    if (failure) throw failure;
    if (received.length === 0) {
      watch.start();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      watch.stop();
      continue;
    }
    const batch = received.splice(0);
    const values = batch.flatMap(toValues);
    for (let start = 0; start < values.length; start += blockSize)
      await sink.deliver(values.slice(start, start + blockSize));
    for (const { subscriptionId, notificationMessage } of batch)
      request(
        notificationMessage.notificationData?.length
          ? [{ subscriptionId, sequenceNumber: notificationMessage.sequenceNumber }]
          : [],
      );
  }

  function request(acknowledged: { subscriptionId: number; sequenceNumber: number }[]): void {
    open++;
    session
      .ask(
        new PublishRequest({
          requestHeader: { timeoutHint },
          subscriptionAcknowledgements: acknowledged,
        }),
      )
      .then(
        (response) => {
          received.push(response);
        },
        (error: ConnectorFailure) => {
          const isOneTooMany = findStatusName(error.cause) === 'BadTooManyPublishRequests' && open > 1;
          if (!isOneTooMany) failure ??= error;
        },
      )
      .finally(() => {
        open--;
        wake();
      });
  }

  function toValues({
    responseHeader,
    subscriptionId,
    notificationMessage: message,
  }: PublishResponse): SourceValue[] {
    const subscription = byId.get(subscriptionId);
    if (!subscription) return [];
    // Not the publish time of the message: some servers omit it, so that it reads as 1601.
    const published = responseHeader.timestamp?.getTime() ?? Date.now();
    sink.clock(published);
    const data = message.notificationData ?? [];
    if (data.length > 0) {
      const { nextNumber } = subscription;
      if (nextNumber !== null && message.sequenceNumber !== nextNumber)
        sink.lost({ from: subscription.publishedAt, to: published }, subscription.sources);
      subscription.nextNumber = (message.sequenceNumber % 0xffffffff) + 1;
    }
    const values = data.flatMap((notification) => {
      if (notification instanceof StatusChangeNotification)
        throw new ConnectorFailure(
          'unreachable',
          `The server ended a subscription (${notification.status.name}).`,
        );
      return notification instanceof DataChangeNotification
        ? toChanges(notification, subscription, published)
        : [];
    });
    for (const { source, time } of values) lastTimes.set(source, time);
    subscription.publishedAt = published;
    return values;
  }

  function toChanges(
    { monitoredItems }: DataChangeNotification,
    subscription: Subscription,
    published: number,
  ): SourceValue[] {
    return (monitoredItems ?? []).flatMap(({ clientHandle, value }) => {
      const source = sources[clientHandle - 1];
      const point = source === undefined ? null : toPoint(source, value, published);
      if (!point) return [];
      // The queue of the server overflowed somewhere between the last message and this value.
      if (value.statusCode.hasOverflowBit)
        sink.lost({ from: lastTimes.get(point.source) ?? subscription.publishedAt, to: point.time }, [
          point.source,
        ]);
      return [point];
    });
  }
}
