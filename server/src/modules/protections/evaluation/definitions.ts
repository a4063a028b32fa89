import type { ClassifierDefinition, ProtectionDefinition } from '@twinward/domain/evaluation';
import { replacePatterns } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { listParameters } from '../../twins/parameter/service.ts';
import {
  isInUnits,
  listDefinitions,
  mayNameParameter,
  readLogicUnits,
  type StoredDefinition,
} from '../definition/service.ts';
import {
  type LoadedModel,
  loadModelsInService,
  selectPatternsOfProtections,
} from '../pattern-model/service.ts';

/** A definition with its patterns and the model in service. Its logic refers to patterns by id. */
export interface DefinitionWithModel extends StoredDefinition {
  /** Why the model cannot be used; null if it can, or if there is no model. */
  problem: string | null;
}

/**
 * Returns the definitions of protections with their patterns and models in service, by id; deleted protections are
 * omitted.
 */
export async function listDefinitionsWithModels(
  db: Db,
  protectionIds: readonly number[],
): Promise<Map<number, DefinitionWithModel>> {
  const definitions = await listDefinitions(db, protectionIds);
  const ids = [...definitions.values()].flatMap(({ protectionId, definition: { type } }) =>
    type === 'pattern' ? [protectionId] : [],
  );
  const found = new Map<number, DefinitionWithModel>();
  for (const [id, stored] of definitions) found.set(id, { ...stored, problem: null });
  if (ids.length === 0) return found;
  const patterns = await selectPatternsOfProtections(db, ids);
  const models = await loadModelsInService(db, ids);
  for (const id of ids) {
    const stored = found.get(id)!;
    const own = (patterns.get(id) ?? []).map((pattern) => pattern.id);
    const model = models.get(id);
    const classifier = model?.classifier ? toClassifier(model, own) : undefined;
    const { definition } = stored;
    const context = classifier?.condition ? await readContext(db, stored, classifier.condition) : {};
    found.set(id, {
      ...stored,
      problem: model?.problem ?? null,
      definition: {
        ...definition,
        ...context,
        patterns: own.map(String),
        ...(classifier ? { classifier } : {}),
      },
    });
  }
  return found;
}

/** Reads the parameters and units that a condition uses, and those of the protection's logic. */
async function readContext(
  db: Db,
  { twinId, definition }: StoredDefinition,
  condition: string,
): Promise<Pick<ProtectionDefinition, 'parameters' | 'units'>> {
  const parameters = mayNameParameter(condition) ? await listParameters(db, twinId) : definition.parameters;
  const named = parameters && { parameters };
  if (!isInUnits(condition, parameters ?? [])) return { ...named };
  const logics = listLogics(definition, condition);
  return { ...named, units: await readLogicUnits(db, logics, toUnitRows(definition), parameters) };
}

const listLogics = ({ thresholds }: ProtectionDefinition, condition: string): string[] => [
  ...thresholds.map(({ logic }) => logic),
  condition,
];

const toUnitRows = ({ inputs }: ProtectionDefinition) =>
  inputs.map(({ unit }) => ({ unit: unit ?? null, mapped_tag_unit: null }));

/** A model in the form of the engine. */
export function toClassifier(model: LoadedModel, patternIds: readonly number[]): ClassifierDefinition {
  return {
    checksum: model.checksum,
    step: model.step,
    longest: model.classifier!.model.layout.windows.at(-1)!,
    inputs: model.inputs.map(({ name, hold }) => ({ alias: name ?? 'a deleted input', hold })),
    classes: model.patternIds.map((id) => Math.max(0, patternIds.indexOf(id))),
    condition: model.condition,
  };
}

/** Returns a definition whose logic refers to patterns by name, as it is shown and typed. */
export async function namePatterns<Stored extends StoredDefinition>(db: Db, stored: Stored): Promise<Stored> {
  const { definition, protectionId } = stored;
  if (!definition.patterns) return stored;
  const patterns = (await selectPatternsOfProtections(db, [protectionId])).get(protectionId) ?? [];
  const names = new Map(patterns.map(({ id, name }) => [String(id), name]));
  return {
    ...stored,
    definition: {
      ...definition,
      patterns: definition.patterns.map((id) => names.get(id) ?? id),
      thresholds: definition.thresholds.map((threshold) => ({
        ...threshold,
        logic: replacePatterns(threshold.logic, names),
      })),
    },
  };
}
