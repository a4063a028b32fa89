import type { Fence } from '../../modules/connections/connection/service.ts';
import {
  importExtractedRecords,
  listKnownKeys,
  listRefused,
  markGone,
  readFromStart,
  readProgress,
  recordError,
  recordRead,
} from '../../modules/connections/extraction/service.ts';
import {
  claimDueRequest,
  listOpenRequests,
  recordFailed,
  recordFiled,
  recordStates,
} from '../../modules/outcomes/advisory/service.ts';
import type { Db } from '../../platform/database/database.ts';
import type { RecordPorts, WorkRequestPorts } from './ports.ts';

/** Stores the records of a run in the database, while the run has the lease. */
export const recordsInDatabase = (db: Db, fence: Fence): RecordPorts => ({
  progress: (stream) => readProgress(db, fence, stream),
  importRecords: (stream, records, advance) => importExtractedRecords(db, fence, stream, records, advance),
  refused: (stream, page) => listRefused(db, fence, stream, page),
  recordRead: (stream) => recordRead(db, fence, stream),
  recordError: (stream, message) => recordError(db, fence, stream, message),
  knownKeys: (stream) => listKnownKeys(db, fence, stream),
  gone: (stream, keys) => markGone(db, fence, stream, keys),
  readAgain: (stream) => readFromStart(db, fence, stream),
});

/** The outbox of a run. The result of filed work is stored even without the lease. */
export const requestsInDatabase = (db: Db, fence: Fence): WorkRequestPorts => ({
  claim: (takenFor) => claimDueRequest(db, fence, takenFor),
  filed: (id, work) => recordFiled(db, fence.groupId, id, work),
  failed: (id, attempts, message, pause) => recordFailed(db, fence.groupId, id, attempts, message, pause),
  open: (age, most) => listOpenRequests(db, fence.groupId, age, most),
  states: (asked, found) => recordStates(db, fence.groupId, asked, found),
});
