import { createHash } from 'node:crypto';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { TwinParts } from '../twin-definition/service.ts';

/** Checksum of a twin's parts and version: equal ones mean that nothing was changed. */
export const checksumOf = ({ definition, modelVersionId }: TwinParts): string =>
  createHash('sha256')
    .update(JSON.stringify([modelVersionId, definition]))
    .digest('hex');

/** Stands for a trained model that the version of the model has too: megabytes that are not stored for each twin. */
const ofVersion = '=';

/** A definition to be stored for going back to it, short of trained models that the version has. */
export const toSnapshot = (definition: ModelDefinition, version: ModelDefinition): ModelDefinition =>
  mapModels(definition, (id, model) => (model === modelOf(version, id) ? ofVersion : model));

/** The definition that was stored. */
export const fromSnapshot = (snapshot: ModelDefinition, version: ModelDefinition): ModelDefinition =>
  mapModels(snapshot, (id, model) => (model === ofVersion ? modelOf(version, id) : model));

const modelOf = ({ indicators }: ModelDefinition, id: number): string | null =>
  indicators.find((indicator) => indicator.id === id)?.patterns?.model ?? null;

const mapModels = (
  definition: ModelDefinition,
  change: (id: number, model: string) => string | null,
): ModelDefinition => ({
  ...definition,
  indicators: definition.indicators.map(({ patterns, ...indicator }) => {
    const model = patterns?.model ?? null;
    if (patterns === null || model === null) return { ...indicator, patterns };
    return { ...indicator, patterns: { ...patterns, model: change(indicator.id, model) } };
  }),
});
