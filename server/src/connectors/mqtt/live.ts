import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { untilAborted } from '../../platform/process/abort.ts';
import type { ConnectorCall, LiveSink } from '../connector.ts';
import { getClientId, type Message, openSession, type Session } from './client.ts';
import { readSettings, type Settings, toFilters } from './config.ts';
import { Delivery } from './delivery.ts';
import { openReader } from './open-reader.ts';
import type { Reader } from './reader.ts';

/** Delivers the broker's messages until the call is aborted or the link is lost. */
export async function live(call: ConnectorCall, sources: readonly string[], sink: LiveSink): Promise<void> {
  const settings = readSettings(call.configuration);
  const wanted = new Set(sources);
  let reader: Reader | null = null;
  let start!: (reader: Reader) => void;
  const ready = new Promise<Reader>((resolve) => {
    start = resolve;
  });
  const delivery = new Delivery(
    (points) => sink.deliver(points),
    () => reader!.mark(),
  );
  const read = (from: Reader, message: Message) => {
    try {
      return from.read(message, Date.now()).filter((point) => wanted.has(point.source));
    } catch (error) {
      // Acknowledged anyway, or the broker would resend it forever.
      call.log('error', `${message.topic}: the message can't be read: ${String(error)}`);
      return [];
    }
  };
  const deliver = (from: Reader, message: Message) => delivery.add(read(from, message), message.acknowledge);
  const session = await openSession(call, settings, {
    clientId: await getClientId(call, settings),
    isClean: settings.qos === 0,
    // Pending messages arrive immediately after the sign-in.
    receive: (message) => (reader ? deliver(reader, message) : ready.then((from) => deliver(from, message))),
  });
  const follow = async () => {
    reader = await openReader(call, settings, {
      sources: wanted,
      isResumed: session.isResumed,
      requestBirth: session.requestBirth,
    });
    // The kept number of the last message is outdated from now on.
    await reader.mark()();
    start(reader);
    await subscribe(call, session, settings);
    // Sparkplug nodes publish data with quality of service 0, which brokers don't queue.
    sink.subscribed({ isResumed: session.isResumed && settings.format === 'plain' });
    call.log(
      'info',
      session.isResumed ? 'Signed in. The broker kept the session.' : 'Signed in with a new session.',
    );
  };
  const ended = untilAborted(call.signal);
  try {
    await Promise.race([follow(), session.lost, delivery.failed, ended]);
    await Promise.race([session.lost, delivery.failed, ended]);
  } finally {
    await delivery.stop();
    await session.end();
    await (reader as Reader | null)?.close();
  }
}

/** Subscribes, and removes subscriptions of an earlier configuration from a kept session. */
async function subscribe(call: ConnectorCall, session: Session, settings: Settings): Promise<void> {
  const filters = toFilters(settings);
  const file = join(call.directory, 'subscriptions.json');
  if (session.isResumed) {
    const before = JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as string[];
    const gone = before.filter((filter) => !filters.includes(filter));
    if (gone.length > 0) await session.unsubscribe(gone);
  }
  await session.subscribe(filters, settings.qos);
  await writeFile(file, JSON.stringify(filters));
}
