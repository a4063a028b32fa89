import { createHash } from 'node:crypto';
import type { ModelIndicator } from '@twinward/contracts/library/definition';
import { noMatchName } from '@twinward/contracts/protections/pattern-of-set';
import type { Db } from '../../../platform/database/database.ts';
import {
  assertKeepsModelInputs,
  conditionKey,
  createPatternSetIn,
  deletePatterns,
  insertPattern,
  insertVersion,
  type PatternRow,
  selectPatternsOfProtections,
  selectVersions,
  updatePattern,
  updateSet,
  updateVersionInService,
} from '../../protections/pattern-model/service.ts';
import type { TwinChange } from './change.ts';
import { renameInputs, unpackModel } from './trained-model.ts';

export interface PatternOptions {
  /** Whether trained models of the library are put in service; otherwise they are stored beside the one in service. */
  startPatterns: boolean;
}

interface Write {
  change: TwinChange;
  part: ModelIndicator;
  isNew: boolean;
}

/**
 * Writes the pattern sets of pattern protections, with their trained models from the library. Patterns are matched by
 * name; a matched one keeps its ranges.
 * @returns the ids of the patterns by name, by protection.
 */
export async function writePatterns(
  db: Db,
  writes: readonly Write[],
  options: PatternOptions,
): Promise<Map<number, Map<string, string>>> {
  const known = new Map<number, Map<string, string>>();
  for (const { change, part, isNew } of writes) {
    const { patterns } = part;
    if (part.type !== 'pattern' || patterns === null) continue;
    const protectionId = change.getRow(part.id);
    const { model, trainedOn, ...set } = patterns;
    if (isNew) {
      await createPatternSetIn(db, protectionId, {
        ...set,
        training: [],
        trainingStart: null,
        trainingEnd: null,
      });
    } else {
      const inputs = part.tagAliasIds.map((id) => change.getRow(id));
      await assertKeepsModelInputs(db, protectionId, inputs);
      if (change.hasChanged('indicators', part.id, 'patterns')) await updatePatternSet(db, protectionId, set);
    }
    const rows = (await selectPatternsOfProtections(db, [protectionId])).get(protectionId) ?? [];
    known.set(protectionId, new Map(rows.map(({ id, name }) => [name, String(id)])));
    if (model !== null && change.hasChanged('indicators', part.id, 'trainedModel')) {
      await addVersion(db, { change, model, trainedOn, rows }, options);
    }
  }
  return known;
}

type Settings = Omit<NonNullable<ModelIndicator['patterns']>, 'model' | 'trainedOn'>;

async function updatePatternSet(
  db: Db,
  protectionId: number,
  { patterns, ...settings }: Settings,
): Promise<void> {
  const rows = (await selectPatternsOfProtections(db, [protectionId])).get(protectionId) ?? [];
  const setId = rows[0]!.pattern_set_id;
  const names = new Set(patterns.map(({ name }) => name));
  await deletePatterns(
    db,
    rows.filter(({ name, is_default }) => !is_default && !names.has(name)).map(({ id }) => id),
  );
  for (const [index, { name, color }] of patterns.entries()) {
    const row = rows.find((one) => !one.is_default && one.name === name);
    const position = index + 1;
    if (row) await updatePattern(db, row.id, { position, color });
    else await insertPattern(db, { pattern_set_id: setId, position, name, color });
  }
  await updateSet(db, setId, {
    strictness: settings.strictness,
    confidence: settings.confidence,
    step_seconds: settings.stepSeconds,
    condition: settings.condition,
    condition_key: await conditionKey(db, protectionId, settings.condition),
    most_refused: settings.mostRefused,
    most_wrong: settings.mostWrong,
  });
}

/**
 * Stores a trained model of the library as a version. A model that cannot be read, or needs a part that no longer
 * exists, is left out.
 */
async function addVersion(
  db: Db,
  {
    change,
    model,
    trainedOn,
    rows,
  }: { change: TwinChange; model: string; trainedOn: string; rows: readonly PatternRow[] },
  { startPatterns }: PatternOptions,
): Promise<void> {
  const trained = unpackModel(model);
  if (!trained) return;
  const inputs = new Map(change.definition.tagAliases.map(({ id, name }) => [id, name]));
  const patternIds = trained.patterns.flatMap((name) => rows.find((row) => row.name === name)?.id ?? []);
  const isComplete =
    patternIds.length === trained.patterns.length && trained.inputs.every(({ partId }) => inputs.has(partId));
  if (!isComplete) return;
  const setId = rows.find(({ name }) => name === noMatchName)!.pattern_set_id;
  const [latest] = await selectVersions(db, setId);
  const bytes = Buffer.from(trained.model, 'base64');
  const names = new Map(Array.from(inputs, ([id, name]) => [String(id), name]));
  const id = await insertVersion(db, {
    pattern_set_id: setId,
    number: (latest?.number ?? 0) + 1,
    checksum: '',
    model: bytes,
    model_checksum: createHash('sha256').update(bytes).digest('hex'),
    step_seconds: trained.stepSeconds,
    windows: trained.windows,
    strictness: trained.strictness,
    condition: renameInputs(trained.condition, names),
    inputs: JSON.stringify(
      trained.inputs.map(({ partId, ...input }) => ({ ...input, tagAliasId: change.getRow(partId) })),
    ),
    pattern_ids: patternIds,
    bands: JSON.stringify(trained.bands),
    expected: trained.expected === null ? null : Buffer.from(trained.expected, 'base64'),
    evaluation: JSON.stringify({
      ...trained.evaluation,
      patterns: trained.evaluation.patterns.map((pattern, index) => ({
        ...pattern,
        patternId: patternIds[index]!,
      })),
      inputs: trained.evaluation.inputs.map(({ partId, ...input }) => ({
        ...input,
        tagAliasId: change.getRow(partId),
      })),
    }),
    trained_on: trainedOn,
  });
  if (startPatterns) await updateVersionInService(db, setId, id);
}
