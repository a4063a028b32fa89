import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  maximumSource,
  pushPoints as pushPointsCall,
  type SourcePoint,
} from '@twinward/contracts/connections/intake';
import { maximumPointBytes, maximumPoints } from '@twinward/contracts/signals/data-point';
import { type ParsedLines, type Precision, parseLines } from '@twinward/domain/connections/line-protocol';
import type { SourceValue } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseBody } from '../../../platform/http/unparsed-body.ts';
import { getConnectionHead, recordPushed } from '../../connections/connection/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { type StoredValues, saveSourceValues } from './store-values.ts';

/** Seconds after which a client should send the points of a paused connection again. */
const retryAfter = 60;

/** The sender of points, and the connection. */
export interface Pushed {
  who: AuditActor;
  connectionId: number;
}

/**
 * Stores points that were pushed over a connection; they are durable when the promise resolves.
 * @throws AppError `not-found`; `unavailable` while the connection is paused, so that the sender keeps the points.
 */
export async function savePushed(
  db: Db,
  { who, connectionId }: Pushed,
  values: readonly SourceValue[],
): Promise<StoredValues> {
  const { connectionGroupId: groupId, name, isPaused } = await getConnectionHead(db, connectionId);
  if (isPaused) {
    const message = `The connection ${name} is paused. It takes points when it is resumed.`;
    throw new AppError('unavailable', message, { retryAfter });
  }
  const stored = await saveSourceValues(db, who, groupId, values);
  await recordPushed(db, connectionId, { count: values.length, lastTime: stored.lastTime });
  return stored;
}

/** Stores the points of a JSON body. @throws AppError as `savePushed`; and for a body that the endpoint rejects. */
export function savePointsOfJson(
  db: Db,
  { bytes, ...pushed }: Pushed & { bytes: Uint8Array },
): Promise<StoredValues> {
  const points: SourcePoint[] = parseBody(bytes, pushPointsCall.body);
  return savePushed(db, pushed, points);
}

/** The result of storing lines. */
export interface StoredLines {
  stored: StoredValues;
  lines: Omit<ParsedLines, 'points'>;
}

/**
 * Stores the points of line protocol.
 * @throws AppError as `savePushed`; `invalid-request` for text that is not UTF-8; `too-large` for too many points.
 */
export async function saveLines(
  db: Db,
  { bytes, precision, now, ...pushed }: Pushed & { bytes: Uint8Array; precision: Precision; now: number },
): Promise<StoredLines> {
  const { points, ...lines } = parseLines(decode(bytes), { precision, now, maximumSource, maximumPoints });
  if (lines.isCut) {
    const message = `At most ${maximumPoints.toLocaleString('en-US')} points in one call.`;
    throw new AppError('too-large', message);
  }
  return { stored: await savePushed(db, pushed, points), lines };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('invalid-request', 'The body is not UTF-8.');
  }
}

/**
 * Rejects lines that could not be parsed. The points of the other lines are stored, as InfluxDB does: senders drop a
 * batch that gets this response, and would lose these points with it.
 * @throws AppError `invalid-request` naming the first of the lines.
 */
export function refuseLines({ problems, problemCount }: StoredLines['lines']): void {
  const [first] = problems;
  if (!first) return;
  const lines = problemCount === 1 ? '1 line' : `${problemCount.toLocaleString('en-US')} lines`;
  const message = `${lines} can't be read; the others are stored. Line ${first.line}: ${first.message}`;
  throw new AppError('invalid-request', message, {
    errors: problems.map((problem) => ({ path: `line ${problem.line}`, message: problem.message })),
  });
}

const unzip = promisify(gunzip);

/**
 * Returns the bytes of a body, decompressed if necessary.
 * @throws AppError `unsupported-media-type`; `invalid-request` for damaged gzip; `too-large` for more than
 *   `maximumPointBytes`.
 */
export async function unpack(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity') return bytes;
  if (name !== 'gzip') {
    throw new AppError('unsupported-media-type', 'Please send the body as it is, or packed with gzip.');
  }
  try {
    return await unzip(bytes, { maxOutputLength: maximumPointBytes });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      const message = `The unpacked body is larger than ${maximumPointBytes / 1024 ** 2} MiB.`;
      throw new AppError('too-large', message);
    }
    throw new AppError('invalid-request', 'The body is not valid gzip.');
  }
}
