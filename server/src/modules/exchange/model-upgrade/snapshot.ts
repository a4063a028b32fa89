import { createHash } from 'node:crypto';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { FieldValues } from '@twinward/contracts/records/field';
import type { Target, TwinParts } from '../twin-definition/service.ts';

/** Returns the checksum of a twin's parts and version; it differs after any change. */
export const calculateChecksum = ({ definition, modelVersionId }: TwinParts): string =>
  createHash('sha256')
    .update(JSON.stringify([modelVersionId, definition]))
    .digest('hex');

/** The definition of a twin, stored to undo an upgrade. */
export interface Snapshot extends ModelDefinition {
  /** What parts have besides the definition, each with the id of the part; absent in old snapshots. */
  beside?: {
    /** Ids of the tags that inputs are mapped to. */
    tags: [partId: number, tagId: number][];
    further: [partId: number, FurtherValues][];
  };
}

interface FurtherValues {
  fields: FieldValues;
  /** ISO 8601 */
  startDate: string | null;
}

/** Stands for a trained model that is also in the version of the model: avoids storing megabytes for each twin. */
const ofVersion = '=';

/** Returns a snapshot of a twin, without trained models that are in the version. */
export const toSnapshot = (
  { definition, mappedTags, further }: Pick<TwinParts, 'definition' | 'mappedTags' | 'further'>,
  version: ModelDefinition,
): Snapshot => ({
  ...mapModels(definition, (id, model) => (model === findModel(version, id) ? ofVersion : model)),
  beside: {
    tags: [...mappedTags].map(([partId, { id }]) => [partId, id]),
    further: [...further].flatMap(([partId, { fields, startDate }]): [number, FurtherValues][] =>
      startDate === null && Object.keys(fields).length === 0
        ? []
        : [[partId, { fields, startDate: startDate?.toISOString() ?? null }]],
    ),
  },
});

/** Returns the target of a twin from a snapshot. */
export const fromSnapshot = (
  { beside, ...definition }: Snapshot,
  version: ModelDefinition,
): Required<Pick<Target, 'definition' | 'tags' | 'further'>> => ({
  definition: mapModels(definition, (id, model) => (model === ofVersion ? findModel(version, id) : model)),
  tags: new Map(beside?.tags),
  further: new Map(
    beside?.further.map(([partId, { fields, startDate }]) => [
      partId,
      { fields, startDate: startDate === null ? null : new Date(startDate) },
    ]),
  ),
});

const findModel = ({ indicators }: ModelDefinition, id: number): string | null =>
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
