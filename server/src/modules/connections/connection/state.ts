import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { type ConnectionTrouble, connectionsTroubled } from './events.ts';
import {
  insertStatuses,
  lockStates,
  type StateBefore,
  type StateReport,
  updateStates,
} from './state-store.ts';

export type { StateReport } from './state-store.ts';

/** Users are notified this many milliseconds before a certificate expires. */
const certificateNotice = 30 * 86_400_000;

/** Stores the reports of runners, publishes changed states to screens, and emits notifications. */
export async function writeStates(db: Db, reports: readonly StateReport[]): Promise<void> {
  if (reports.length === 0) return;
  const byId = [...reports].sort((one, other) => one.connectionId - other.connectionId);
  await withTransaction(db, async (transaction) => {
    const before = await lockStates(
      transaction,
      byId.map(({ connectionId }) => connectionId),
    );
    const present = byId.filter(({ connectionId }) => before.has(connectionId));
    const troubles = present.flatMap((report) => findTroubles(report, before.get(report.connectionId)!));
    await updateStates(
      transaction,
      present.map((report) => {
        const warned = troubles.some(
          ({ type, connectionId }) => type === 'certificate' && connectionId === report.connectionId,
        );
        return { report, certificateNoticed: warned ? report.certificateEnd! : null };
      }),
    );
    const changed = await insertStatuses(transaction, present, before);
    if (changed) await publish(transaction, { type: 'changed', kind: 'connection' });
    if (troubles.length > 0) await connectionsTroubled.emit(transaction, troubles);
  });
}

function findTroubles(report: StateReport, before: StateBefore): ConnectionTrouble[] {
  const { connectionId, states, isQuiet, certificateEnd } = report;
  const latest = states.at(-1);
  const about = { connectionId, name: before.name, time: latest?.time ?? new Date() };
  const troubles: ConnectionTrouble[] = [];
  if (latest?.state === 'failed' && before.state !== 'failed') {
    troubles.push({ ...about, type: 'failed', message: latest.message });
  }
  if (isQuiet && latest?.state === 'degraded' && latest.message !== before.message) {
    troubles.push({ ...about, type: 'quiet', message: latest.message });
  }
  if (
    certificateEnd &&
    certificateEnd.getTime() - Date.now() < certificateNotice &&
    certificateEnd.getTime() !== before.certificateNoticed?.getTime()
  ) {
    troubles.push({ ...about, type: 'certificate', message: certificateEnd.toISOString() });
  }
  return troubles;
}
