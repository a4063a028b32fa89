import type { Classifier } from '@twinward/domain/patterns/model';
import { UnreadableModel } from '@twinward/domain/patterns/serialize';
import { Counter } from 'prom-client';
import type { Db } from '../../../platform/database/database.ts';
import type { ModelBand, ModelInput } from '../../../platform/database/pattern-columns.ts';
import { metrics } from '../../../platform/process/metrics.ts';
import { ModelCache } from './model-cache.ts';
import {
  selectAliasNames,
  selectModels,
  selectPatterns,
  selectVersion,
  selectVersionsInService,
  type VersionRow,
} from './store.ts';

/** A trained model with everything that is needed to compute its answers. */
export interface LoadedModel {
  versionId: number;
  /** Number of the version. */
  version: number;
  setId: number;
  /** SHA-256 of the serialized model: equal models give equal answers. */
  checksum: string;
  /** Shared by all users of the model in this thread. Null if the model cannot be read. */
  classifier: Classifier | null;
  /** Why there is no classifier. */
  problem: string | null;
  /** Step of its grid, in milliseconds. */
  step: number;
  /** In the order of the model, with their current names; the name of a deleted input is null. */
  inputs: readonly (ModelInput & { name: string | null })[];
  /** The pattern of the set for each class of the model. Answers with a removed pattern become the default pattern. */
  patternIds: readonly number[];
  /** By class of the model, then by input. */
  bands: readonly (readonly (ModelBand | null)[])[];
  /** Xen condition: there is no answer while it is not true. */
  condition: string | null;
}

const cache = new ModelCache();

const reads = new Counter({
  name: 'twinward_pattern_models_read_total',
  help: 'Models of patterns that were read from the database because they were not in memory',
  registers: [metrics],
});

/** Loads the models in service, by protection. Protections without one are omitted. */
export async function loadModelsInService(
  db: Db,
  protectionIds: readonly number[],
): Promise<Map<number, LoadedModel>> {
  const versions = await selectVersionsInService(db, protectionIds);
  const loaded = await load(db, [...versions.values()]);
  return new Map([...versions.keys()].map((protectionId, index) => [protectionId, loaded[index]!]));
}

/** Loads the model of a version; null if the version does not exist. */
export async function loadModel(db: Db, versionId: number): Promise<LoadedModel | null> {
  const version = await selectVersion(db, versionId);
  return version && (await load(db, [version]))[0]!;
}

async function load(db: Db, versions: readonly VersionRow[]): Promise<LoadedModel[]> {
  if (versions.length === 0) return [];
  const patterns = await selectPatterns(db, [
    ...new Set(versions.map(({ pattern_set_id }) => pattern_set_id)),
  ]);
  const existing = new Set(patterns.map(({ id }) => id));
  const defaults = new Map(
    patterns.flatMap(({ id, pattern_set_id, is_default }) => (is_default ? [[pattern_set_id, id]] : [])),
  );
  const names = await selectAliasNames(db, [
    ...new Set(versions.flatMap(({ inputs }) => inputs.map(({ tagAliasId }) => tagAliasId))),
  ]);
  const classifiers = await readClassifiers(
    db,
    versions.map((version) => version.model_checksum),
  );
  return versions.map((version): LoadedModel => {
    const classifier = classifiers.get(version.model_checksum)!;
    return {
      versionId: version.id,
      version: version.number,
      setId: version.pattern_set_id,
      checksum: version.model_checksum,
      ...(typeof classifier === 'string'
        ? { classifier: null, problem: classifier }
        : { classifier, problem: null }),
      step: version.step_seconds * 1000,
      inputs: version.inputs.map((input) => ({ ...input, name: names.get(input.tagAliasId) ?? null })),
      patternIds: version.pattern_ids.map((id) =>
        existing.has(id) ? id : defaults.get(version.pattern_set_id)!,
      ),
      bands: version.bands,
      condition: version.condition,
    };
  });
}

/** Loads the classifiers of models that can be read, by checksum. */
export async function loadClassifiers(
  db: Db,
  checksums: readonly string[],
): Promise<Map<string, Classifier>> {
  const classifiers = new Map<string, Classifier>();
  for (const [checksum, classifier] of await readClassifiers(db, checksums)) {
    if (typeof classifier !== 'string') classifiers.set(checksum, classifier);
  }
  return classifiers;
}

/** Returns, by checksum, the classifier or the reason why the model cannot be read. */
async function readClassifiers(
  db: Db,
  checksums: readonly string[],
): Promise<Map<string, Classifier | string>> {
  const found = new Map<string, Classifier | string>();
  const missing = new Set<string>();
  for (const checksum of checksums) {
    const classifier = cache.get(checksum);
    if (classifier) found.set(checksum, classifier);
    else missing.add(checksum);
  }
  if (missing.size === 0) return found;
  reads.inc(missing.size);
  for (const [checksum, model] of await selectModels(db, [...missing])) {
    found.set(checksum, readModel(checksum, model));
  }
  return found;
}

function readModel(checksum: string, model: Uint8Array): Classifier | string {
  try {
    return cache.add(checksum, model);
  } catch (error) {
    if (error instanceof UnreadableModel) return `${error.message} Please train the patterns again.`;
    throw error;
  }
}
