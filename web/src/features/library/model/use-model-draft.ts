import { useQueryClient } from '@tanstack/react-query';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { useRef } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { offerToUndo } from '../../../shared/api/mutation-effects.ts';
import { currentRecord } from '../../../shared/form/conflict-dialog.tsx';
import { isSame } from '../../../ui/dialogs/merge.ts';
import { type ModelChange, modelQuery, useUpdateModel } from '../api/models.ts';

/** A part of a model being edited in a form, with the version of the model. A new part has the id 0. */
export interface Edited {
  id: number;
  version: number;
}

/** The id of parts that a model has only once: its facts, and the fields of its definition. */
export const onlyOne = 1;

export interface ModelDraft {
  /** The displayed and edited version. */
  model: TwinModel;
  readOnly: boolean;
  /**
   * Saves a part of the model.
   *
   * If another user changed the model in between, the change is applied to their version, unless they changed the same
   * part. Then the call rejects with a conflict error of the part, for `useVersioned`.
   *
   * @param read returns the part of a model for the form; undefined if it does not exist
   * @param change returns the request for a model and the id of the part
   */
  save<E extends Edited>(
    base: E,
    read: (model: TwinModel, id: number) => E | undefined,
    change: (model: TwinModel, id: number) => Partial<ModelChange>,
  ): Promise<E>;
  /** Changes the definition, on top of changes by others in between. */
  edit(change: (definition: ModelDefinition) => ModelDefinition): Promise<TwinModel>;
}

/** Edits a model. A change of the definition is saved as its draft. */
export function useModelDraft(model: TwinModel, readOnly: boolean): ModelDraft {
  const client = useQueryClient();
  const update = useUpdateModel(model.id);
  const loaded = useRef(model);

  /** Fetches the draft of a model that another user saved in between. */
  const reload = async ({ id, draftVersionId }: TwinModel): Promise<TwinModel> => {
    loaded.current = await client.fetchQuery({ ...modelQuery(id, draftVersionId), staleTime: 0 });
    return loaded.current;
  };
  /** The newest known model: the page may not have rendered the one loaded after a conflict yet. */
  const newest = (): TwinModel => (loaded.current.version > model.version ? loaded.current : model);

  /** Changes a model. Undo restores its definition and facts. */
  const saveChange = async (over: TwinModel, change: Partial<ModelChange>): Promise<TwinModel> => {
    const saved = await update.mutateAsync({ ...toChange(over), ...change });
    const { definition } = over;
    offerToUndo(() => update.mutateAsync({ ...toChange(over), definition, version: saved.version }));
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
        if (!isSame({ ...theirs, version: 0 }, { ...base, version: 0 })) throw createConflict(theirs);
      }
      try {
        return read(await saveChange(over, change(over, id)), id)!;
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
          return await saveChange(over, { definition: change(over.definition) });
        } catch (error) {
          const current = currentRecord<TwinModel>(error);
          if (current === null) throw error;
          over = await reload(current);
        }
      }
    },
  };
}

/** The request for an unchanged model. */
export const toChange = (model: TwinModel): ModelChange => ({
  name: model.name,
  description: model.description,
  taxonomyId: model.taxonomyId,
  author: model.author,
  manufacturer: model.manufacturer,
  model: model.model,
  accessLevel: model.accessLevel,
  active: model.active,
  // The notes of a published version do not apply to the draft.
  notes: model.state === 'draft' ? model.notes : '',
  version: model.version,
});

const createConflict = (current: Edited): ApiError =>
  new ApiError(409, {
    title: 'Changed by someone else',
    message: 'It was changed by someone else.',
    current: { ...current },
  });

const removed = (): ApiError =>
  new ApiError(404, { title: 'Removed', message: 'It was removed from the model by someone else.' });
