import { deliverFromPlant, trackFromPlant } from '@twinward/contracts/connections/plant';
import { retryDelay } from '@twinward/domain/connections/failures';
import type { Running } from '../../platform/context.ts';
import type { Logger } from '../../platform/process/log.ts';
import { type Clock, systemClock } from '../host/clock.ts';
import { ServerAway, type ServerClient, ServerRefusal } from './server-client.ts';
import type { Spool, SpoolBatch } from './spool.ts';

/** Limits of one call, so that parsing it doesn't delay other requests of the server. */
const batch = { bytes: 120 * 1024, entries: 1_000 };

/** Milliseconds between two attempts while the server rejects calls. */
const refusedDelay = 30_000;

interface SenderOptions {
  client: ServerClient;
  spool: Spool;
  log: Logger;
  /** Whether the system has a history, from which damaged entries can be read again. */
  hasHistory(): boolean;
  clock?: Clock;
}

/** Delivers the spooled entries in order. Removes an entry only when it is durable on the server. */
export function startSender(options: SenderOptions): Running {
  const closing = new AbortController();
  const done = sendAll(options, closing.signal);
  return {
    async close() {
      closing.abort(new Error('The process ends.'));
      await done;
    },
  };
}

async function sendAll(options: SenderOptions, signal: AbortSignal): Promise<void> {
  const { spool, log, clock = systemClock } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await spool.filled(signal);
      const read = signal.aborted ? null : await spool.read(batch);
      if (!read) continue;
      await send(options, read);
      await spool.acknowledge(read);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      const isOfServer = error instanceof ServerAway || error instanceof ServerRefusal;
      if (!isOfServer) log.error({ err: error }, 'the spool could not be delivered, which is tried again');
      else if (failures === 3) log.warn({ reason: error.message }, 'the spool is not delivered for now');
      const retryAfter = error instanceof ServerAway ? error.retryAfter : null;
      const delay = error instanceof ServerRefusal ? refusedDelay : retryDelay(failures, retryAfter);
      await clock.sleep(delay, signal).catch(() => undefined);
    }
  }
}

async function send({ client, log, hasHistory }: SenderOptions, read: SpoolBatch): Promise<void> {
  const entries = [...read.entries];
  if (read.isDamaged) {
    log.error('a part of the spool could not be read: its points are read again, or noted as missing');
    const { liveUntil } = await client.ask(trackFromPlant);
    // Before later entries report that everything is stored.
    const to = Date.now();
    const from = Math.min(liveUntil ?? 0, to);
    entries.unshift({ kind: hasHistory() ? 'open' : 'gap', from, to, sources: null });
  }
  if (entries.length > 0) await client.ask(deliverFromPlant, { entries });
}
