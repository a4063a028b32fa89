import {
  type ModelDefinition,
  type ModelDefinitionInput,
  modelDefinition,
} from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { toParts } from '@twinward/domain/library/parts';

/** A published model of a pump, without parts. */
export const modelWith = ({
  definition = {},
  ...changes
}: Partial<Omit<TwinModel, 'definition'>> & {
  definition?: Partial<ModelDefinitionInput>;
} = {}): TwinModel => ({
  id: 3,
  name: 'Centrifugal pump',
  description: '',
  active: true,
  taxonomyId: null,
  category: null,
  class: null,
  type: null,
  author: '',
  manufacturer: '',
  model: '',
  accessLevel: 'tenant',
  isStarter: false,
  versionId: 30,
  major: 1,
  minor: 2,
  patch: 0,
  state: 'published',
  draftVersionId: null,
  twinCount: 0,
  outdatedCount: 0,
  mayEdit: true,
  updatedAt: '2024-01-01T00:00:00.000Z',
  notes: '',
  version: 5,
  ...toDefinition(modelDefinition.parse(definition)),
  ...changes,
});

const toDefinition = (definition: ModelDefinition) => ({
  definition,
  lastPartId: Math.max(0, ...toParts(definition).map(({ id }) => id ?? 0)),
});

/** A fake server with a model: a PUT becomes its draft and increments the version. */
export function modelServer(first: TwinModel) {
  let model = first;
  return {
    get model(): TwinModel {
      return model;
    },
    /** Simulates a change by another user. */
    change(changes: Partial<TwinModel>): void {
      model = { ...model, ...changes, version: model.version + 1 };
    },
    put(body: Partial<TwinModel>): Response {
      if (body.version !== model.version) {
        return Response.json({ id: 'conflict', message: 'Changed.', current: model }, { status: 409 });
      }
      model = {
        ...model,
        ...body,
        ...toDefinition(body.definition ?? model.definition),
        versionId: 31,
        draftVersionId: 31,
        state: 'draft',
        version: model.version + 1,
      };
      return Response.json(model);
    },
  };
}
