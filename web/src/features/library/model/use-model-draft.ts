import { useQueryClient } from '@tanstack/react-query';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { useRef } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { offerToUndo } from '../../../shared/api/mutation-effects.ts';
import { currentRecord, isSame } from '../../../shared/form/conflict-dialog.tsx';
import { type ModelChange, modelQuery, useUpdateModel } from '../api/models.ts';

/** What a form edits of a model; a part that is new has the id 0. The version is that of the model. */
export interface Edited {
  id: number;
  version: number;
}

/** The id of what a model has once: its facts, and the fields of its definition. */
export const onlyOne = 1;

export interface ModelDraft {
  /** As it is shown and edited. */
  model: TwinModel;
  readOnly: boolean;
  /**
   * Saves a part of the model.
   *
   * If somebody else changed the model in between, the change is made on theirs, unless they changed the same part:
   * then the error is the conflict of the part, for `useVersioned`.
   *
   * @param read the part in a model, as its form reads it; undefined if it isn't there
   * @param change what is sent for a model; the id is the part's
   */
  save<E extends Edited>(
    base: E,
    read: (model: TwinModel, id: number) => E | undefined,
    change: (model: TwinModel, id: number) => Partial<ModelChange>,
  ): Promise<E>;
  /** Changes the definition, whatever others changed in between. */
  edit(change: (definition: ModelDefinition) => ModelDefinition): Promise<TwinModel>;
}

/** Edits a model, whose changed definition becomes the draft. */
export function useModelDraft(model: TwinModel, readOnly: boolean): ModelDraft {
  const client = useQueryClient();
  const update = useUpdateModel(model.id);
  const loaded = useRef(model);

  /** The model that somebody else saved meanwhile, as its draft is. */
  const reload = async ({ id, draftVersionId }: TwinModel): Promise<TwinModel> => {
    loaded.current = await client.fetchQuery({ ...modelQuery(id, draftVersionId), staleTime: 0 });
    return loaded.current;
  };
  /** The page may not show yet what a conflict has loaded. */
  const newest = (): TwinModel => (loaded.current.version > model.version ? loaded.current : model);

  /** Changes a model; Undo brings its definition and facts back. */
  const put = async (over: TwinModel, change: Partial<ModelChange>): Promise<TwinModel> => {
    const saved = await update.mutateAsync({ ...changeOf(over), ...change });
    const { definition } = over;
    offerToUndo(() => update.mutateAsync({ ...changeOf(over), definition, version: saved.version }));
    return saved;
  };

  async function save<E extends Edited>(
    base: E,
    read: (model: TwinModel, id: number) => E | undefined,
    change: (model: TwinModel, id: number) => Partial<ModelChange>,
  ): Promise<E> {
    let over = newest();
    for (;;) {
      const id = base.id === 0 ? over.lastPartId + 1 : base.id;
      if (base.id !== 0) {
        const theirs = read(over, id);
        if (theirs === undefined) throw removed();
        if (!isSame({ ...theirs, version: 0 }, { ...base, version: 0 })) throw conflictOf(theirs);
      }
      try {
        return read(await put(over, change(over, id)), id)!;
      } catch (error) {
        const current = currentRecord<TwinModel>(error);
        if (current === null) throw error;
        over = await reload(current);
      }
    }
  }

  return {
    model,
    readOnly,
    save,
    async edit(change) {
      let over = newest();
      for (;;) {
        try {
          return await put(over, { definition: change(over.definition) });
        } catch (error) {
          const current = currentRecord<TwinModel>(error);
          if (current === null) throw error;
          over = await reload(current);
        }
      }
    },
  };
}

/** What is sent of a model that stays as it is. */
export const changeOf = (model: TwinModel): ModelChange => ({
  name: model.name,
  description: model.description,
  taxonomyId: model.taxonomyId,
  author: model.author,
  manufacturer: model.manufacturer,
  model: model.model,
  accessLevel: model.accessLevel,
  active: model.active,
  // Those of a published version are not the draft's.
  notes: model.state === 'draft' ? model.notes : '',
  version: model.version,
});

const conflictOf = (current: Edited): ApiError =>
  new ApiError(409, {
    title: 'Changed by someone else',
    message: 'It was changed by someone else.',
    current: { ...current },
  });

const removed = (): ApiError =>
  new ApiError(404, { title: 'Removed', message: 'It was removed from the model by someone else.' });
