import { type AppendResult, appendPoints, appendTagPoints } from '@twinward/contracts/signals/data-point';
import type { Db } from '../../../platform/database/database.ts';
import { parseBody } from '../../../platform/http/unparsed-body.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { savePoints } from './service.ts';

/**
 * Stores the points of a JSON body like `savePoints`.
 * @param tagId null if the body names the tags
 * @throws AppError as `savePoints`; `invalid-request` or `too-large` for a body that the endpoint rejects.
 */
export async function savePointsOfBody(
  db: Db,
  { who, bytes, tagId }: { who: AuditActor; bytes: Uint8Array; tagId: number | null },
): Promise<AppendResult[]> {
  const tags =
    tagId === null
      ? parseBody(bytes, appendPoints.body)
      : [{ tagId, points: parseBody(bytes, appendTagPoints.body) }];
  return savePoints(db, who, tags);
}
