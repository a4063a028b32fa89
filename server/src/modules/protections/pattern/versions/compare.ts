import type { VersionComparison } from '@twinward/contracts/protections/pattern-version';
import type { Db } from '../../../../platform/database/database.ts';
import { checkRange } from '../../../../platform/database/spans.ts';
import { AppError, found } from '../../../../platform/errors.ts';
import {
  getPatternSet,
  type LoadedModel,
  loadModel,
  loadModelsInService,
} from '../../pattern-model/service.ts';
import { type Answers, readAnswers } from './answers.ts';
import { findVersion } from './apply.ts';

/** A version to compare with the model in service, in from <= time < to. */
export interface ComparisonRequest {
  setId: number;
  version: number;
  from: number;
  to: number;
}

/**
 * Compares the answers of a version with those of the model in service. If their grids differ, the answer at each point
 * of the version's grid is compared with the latest answer of the other.
 * @throws AppError `not-found`; `conflict` without a model in service; and like `readAnswers`
 */
export async function compareVersions(
  db: Db,
  { setId, version, from, to }: ComparisonRequest,
): Promise<VersionComparison> {
  const { indicatorId } = await getPatternSet(db, setId);
  checkRange({ from, to });
  const row = await findVersion(db, setId, version);
  const candidate = found(await loadModel(db, row.id), 'Version');
  const current = (await loadModelsInService(db, [indicatorId])).get(indicatorId);
  if (!current) throw new AppError('conflict', 'No model is in service yet.');
  const range = { from, to };
  const own = await readAnswers(db, indicatorId, candidate, range);
  const other = await readAnswers(db, indicatorId, current, range);
  const pairs = new Map<string, VersionComparison['pairs'][number]>();
  let compared = 0;
  let equal = 0;
  for (const [index, answer] of own.classes.entries()) {
    const at = Math.floor((own.start + index * own.step - other.start) / other.step);
    const its = other.classes[at] ?? -1;
    if (answer < 0 || its < 0) continue;
    const pair = { version: candidate.patternIds[answer]!, inService: current.patternIds[its]! };
    compared += 1;
    if (pair.version === pair.inService) equal += 1;
    const key = `${pair.version} ${pair.inService}`;
    pairs.set(key, { ...pair, count: (pairs.get(key)?.count ?? 0) + 1 });
  }
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    version: describe(candidate, own),
    inService: describe(current, other),
    compared,
    agreement: compared === 0 ? null : equal / compared,
    pairs: [...pairs.values()].sort((one, another) => another.count - one.count),
  };
}

function describe({ version, patternIds }: LoadedModel, answers: Answers): VersionComparison['version'] {
  const { start, step, classes, refused } = answers;
  const changes: VersionComparison['version']['changes'] = [];
  let answered = 0;
  let last: number | null = null;
  for (const [index, answer] of classes.entries()) {
    const patternId = answer < 0 ? null : patternIds[answer]!;
    if (patternId !== null) answered += 1;
    if (patternId === last) continue;
    changes.push({ time: new Date(start + index * step).toISOString(), patternId });
    last = patternId;
  }
  return { version, answered, refused: refused.reduce((sum, one) => sum + one, 0), changes };
}
