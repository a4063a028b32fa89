import type { NewIndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import { noMatchName } from '@twinward/contracts/protections/pattern-of-set';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { toColor } from './colors.ts';
import { conditionKey } from './condition-key.ts';
import { assertRanges } from './ranges.ts';
import { getPatternSet } from './read.ts';
import { insertPattern, insertSet, replaceRanges, selectSetOfProtection } from './store.ts';

/**
 * Creates the pattern set of a protection, in the caller's transaction. Adds the default pattern.
 * @returns its id.
 * @throws AppError `invalid-request` for ranges that overlap, or lie outside of the training period.
 */
export async function createPatternSetIn(
  db: Db,
  protectionId: number,
  { patterns, training, trainingStart, trainingEnd, ...settings }: NewIndicatorPattern,
): Promise<number> {
  const isDefault = ({ name }: { name: string }) => name.toLowerCase() === noMatchName.toLowerCase();
  const first = patterns.find(isDefault);
  const all = [{ ...first, name: noMatchName }, ...patterns.filter((one) => !isDefault(one))];
  const positions = new Map(all.map(({ name }, position) => [name.toLowerCase(), position]));
  refuseProblems(
    training.flatMap(({ pattern }, index) =>
      positions.has(pattern.toLowerCase())
        ? []
        : [{ path: `training.${index}.pattern`, message: 'Pattern not found.' }],
    ),
  );
  const labelled = training.map(({ pattern, ...range }) => ({
    ...range,
    patternId: positions.get(pattern.toLowerCase())!,
  }));
  const names = new Map(all.map(({ name }, position) => [position, name]));
  assertRanges(labelled, { trainingStart, trainingEnd, names });
  const id = await insertSet(db, {
    protection_id: protectionId,
    training_start: toDate(trainingStart),
    training_end: toDate(trainingEnd),
    strictness: settings.strictness,
    confidence: settings.confidence,
    step_seconds: settings.stepSeconds,
    condition: settings.condition,
    condition_key: await conditionKey(db, protectionId, settings.condition),
    most_refused: settings.mostRefused,
    most_wrong: settings.mostWrong,
  });
  const ids: number[] = [];
  for (const [position, { name, color }] of all.entries()) {
    ids.push(
      await insertPattern(db, {
        pattern_set_id: id,
        position,
        name,
        is_default: position === 0,
        color: color ?? toColor(position),
      }),
    );
  }
  await replaceRanges(
    db,
    id,
    labelled.map((range) => ({ ...range, patternId: ids[range.patternId]! })),
  );
  return id;
}

const toDate = (time: number | null) => (time === null ? null : new Date(time));

/**
 * Returns the pattern set of a protection for copying to another one. Its ranges are included if both are of the same
 * twin, since ranges belong to the history of an asset.
 * @throws AppError `invalid-request` for a protection without patterns
 */
export async function patternsToCopy(
  db: Db,
  protectionId: number,
  twinId: number,
): Promise<NewIndicatorPattern> {
  const source = await selectSetOfProtection(db, protectionId);
  if (!source) {
    const message = 'Please choose a pattern protection.';
    throw new AppError('invalid-request', message, { errors: [{ path: 'patternsOf', message }] });
  }
  const set = await getPatternSet(db, source.id);
  const { strictness, confidence, stepSeconds, condition, mostRefused, mostWrong } = set;
  const settings = { strictness, confidence, stepSeconds, condition, mostRefused, mostWrong };
  const patterns = set.patterns.map(({ name, color }) => ({ name, color }));
  if (source.twin_id !== twinId) {
    return { ...settings, patterns, training: [], trainingStart: null, trainingEnd: null };
  }
  const names = new Map(set.patterns.map(({ id, name }) => [id, name]));
  return {
    ...settings,
    patterns,
    training: set.training.map(({ patternId, start, end }) => ({
      pattern: names.get(patternId)!,
      start: Date.parse(start),
      end: Date.parse(end),
    })),
    trainingStart: toTime(set.trainingStart),
    trainingEnd: toTime(set.trainingEnd),
  };
}

const toTime = (date: string | null) => (date === null ? null : Date.parse(date));
