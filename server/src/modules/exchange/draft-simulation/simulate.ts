import type { DraftFigures, DraftProtection } from '@twinward/contracts/library/draft-simulation';
import { BudgetExceeded } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { scoreFound } from '../../proof/protection-score/service.ts';
import { compareVariants, type TriedLogic, tryLogic } from '../../proof/simulation/service.ts';
import type { Trial, TriedProtection } from './try-draft.ts';

interface Range {
  from: number;
  to: number;
}

/** Simulates the protections of an asset, both as its twin has them and as the draft defines them. */
export async function simulateProtections(
  db: Db,
  protections: Trial['protections'],
  range: Range,
  onStep: (share: number) => Promise<void>,
): Promise<DraftProtection[]> {
  const simulated: DraftProtection[] = [];
  const logics = 2 * protections.length;
  for (const [index, { partId, name, now, draft }] of protections.entries()) {
    const before = await simulateOne(db, now, range, (share) => onStep((2 * index + share) / logics));
    const after = await simulateOne(db, draft, range, (share) => onStep((2 * index + 1 + share) / logics));
    simulated.push({
      id: partId,
      name,
      now: before && toResult(before),
      draft: after && toResult(after),
      thresholds: before?.tried && after?.tried ? compareVariants(before.tried, after.tried).comparison : [],
    });
  }
  return simulated;
}

interface Simulated {
  problem: string | null;
  tried: TriedLogic | null;
  figures: DraftFigures | null;
}

const toResult = ({ problem, figures }: Simulated) => ({ problem, figures });

async function simulateOne(
  db: Db,
  protection: TriedProtection | null,
  range: Range,
  onStep: (share: number) => Promise<void>,
): Promise<Simulated | null> {
  if (protection === null) return null;
  const { stored, problem } = protection;
  if (problem !== null) return { problem, tried: null, figures: null };
  try {
    const tried = await tryLogic(db, { ...stored, range }, onStep);
    return { problem: null, tried, figures: await toFigures(db, protection, tried, range) };
  } catch (error) {
    // Caused by this logic on this asset: an error in it, an input without a tag, chatter, too much work.
    if (error instanceof BudgetExceeded || (error instanceof AppError && ofLogic.has(error.id))) {
      return { problem: error.message, tried: null, figures: null };
    }
    throw error;
  }
}

const ofLogic = new Set(['invalid-expression', 'conflict', 'too-large']);

async function toFigures(
  db: Db,
  { stored: { definition, sources }, failureModeIds, history }: TriedProtection,
  { kept, excursions, duration, notifyCount, advisoryCount, level }: TriedLogic,
  within: Range,
): Promise<DraftFigures> {
  const points = definition.inputs.filter(({ type }) => type !== 'work');
  const tagIds = points.flatMap(({ alias }) => sources.get(alias)?.tagId ?? []);
  const { hits, misses, falseEpisodes } = await scoreFound(
    db,
    { history, failureModeIds, tagIds: [...new Set(tagIds)] },
    {
      thresholds: definition.thresholds,
      excursions: kept.flat().toSorted((one, other) => one.start - other.start),
      within,
    },
  );
  return { excursions, duration, notifyCount, advisoryCount, level, hits, misses, falseEpisodes };
}
