import { maximumRanges } from '@twinward/contracts/protections/indicator-pattern';
import { toStableJson } from '@twinward/domain/exchange/json';
import { z } from 'zod';
import type { Db } from '../../../../platform/database/database.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { updateRanges } from '../../../protections/pattern/service.ts';
import { selectPatterns } from '../../../protections/pattern-model/service.ts';
import type { KindCall } from '../kind.ts';
import { selectTrainingOfTwins } from '../store.ts';

const time = z.iso.datetime();

export const trainingSchema = z
  .record(
    z.string().max(200),
    z.strictObject({
      start: time.nullable().default(null).describe('Ranges lie from here on; null: anywhere'),
      end: time.nullable().default(null),
      ranges: z
        .array(z.strictObject({ pattern: z.string().max(100), start: time, end: time }))
        .max(maximumRanges),
    }),
  )
  .optional()
  .describe(
    'By name of a pattern protection the ranges that its patterns are learned from. One that has none, as in packages of earlier versions, keeps those that are here',
  );
type Training = NonNullable<z.infer<typeof trainingSchema>>;

const empty: Training[string] = { start: null, end: null, ranges: [] };

/** Reads the training ranges of twins, by twin; twins without any are omitted. */
export async function readTraining(db: Db, twinIds: readonly number[]): Promise<Map<number, Training>> {
  const found = new Map<number, Training>();
  for (const { twinId, name, ...set } of await selectTrainingOfTwins(db, twinIds)) {
    const training = toTraining(set);
    if (isSame(training, empty)) continue;
    found.set(twinId, { ...found.get(twinId), [name]: training });
  }
  return found;
}

type SetRow = Awaited<ReturnType<typeof selectTrainingOfTwins>>[number];

function toTraining({ start, end, ranges }: Pick<SetRow, 'start' | 'end' | 'ranges'>): Training[string] {
  const iso = (date: Date | string) => new Date(date).toISOString();
  return {
    start: start && iso(start),
    end: end && iso(end),
    ranges: ranges.map((range) => ({
      pattern: range.pattern,
      start: iso(range.start),
      end: iso(range.end),
    })),
  };
}

const isSame = (one: Training[string], other: Training[string]): boolean =>
  toStableJson(one) === toStableJson(other);

/**
 * Writes the training ranges of the twins' pattern protections. A protection without any in the package keeps its
 * ranges, unless an import is undone: then it had none before.
 * @param wanted by twin
 * @throws AppError `invalid-request` for an unknown pattern, and for ranges that overlap or are in the future
 */
export async function writeTraining(
  { actor, isRollBack }: KindCall,
  wanted: ReadonlyMap<number, Training | undefined>,
): Promise<void> {
  const twinIds = [...wanted].flatMap(([id, training]) => (training || isRollBack ? [id] : []));
  if (twinIds.length === 0) return;
  const { db } = actor.tenant;
  for (const { twinId, setId, name, ...set } of await selectTrainingOfTwins(db, twinIds)) {
    const byName = new Map(Object.entries(wanted.get(twinId) ?? {}));
    const training = byName.get(name) ?? (isRollBack ? empty : null);
    if (training === null || isSame(training, toTraining(set))) continue;
    const ids = new Map((await selectPatterns(db, [setId])).map((pattern) => [pattern.name, pattern.id]));
    refuseProblems(
      training.ranges.flatMap(({ pattern }, index) =>
        ids.has(pattern)
          ? []
          : [
              {
                path: `training.${name}.ranges.${index}.pattern`,
                message: `There is no pattern '${pattern}'.`,
              },
            ],
      ),
    );
    await updateRanges(actor, setId, {
      trainingStart: training.start === null ? null : Date.parse(training.start),
      trainingEnd: training.end === null ? null : Date.parse(training.end),
      training: training.ranges.map(({ pattern, start, end }) => ({
        patternId: ids.get(pattern)!,
        start: Date.parse(start),
        end: Date.parse(end),
      })),
    });
  }
}

/** Returns the training ranges of a twin after the import of a record. */
export function mergeTraining(
  wanted: Training | undefined,
  before: Training | undefined,
  protections: readonly { name: string }[],
): Training | undefined {
  const names = new Set(protections.map(({ name }) => name));
  const kept = Object.entries(before ?? {}).filter(([name]) => names.has(name));
  const merged = { ...Object.fromEntries(kept), ...wanted };
  return Object.keys(merged).length === 0 ? undefined : merged;
}
