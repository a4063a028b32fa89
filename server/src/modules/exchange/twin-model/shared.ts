import type { SharedModel, SharedModelVersion } from '@twinward/contracts/library/remote';
import { withoutUsers } from '@twinward/domain/library/principals';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { toClassification } from '../../assets/taxonomy/service.ts';
import { type ModelRow, selectSharedModels, selectVersion } from './store.ts';

/** Lists the published models that other installations may take. */
export async function listSharedModels(db: Db): Promise<SharedModel[]> {
  return (await selectSharedModels(db)).map(toShared);
}

/**
 * Returns a shared model without users and mail addresses.
 * @throws AppError `not-found`, also for a model that is not shared.
 */
export async function getSharedModel(db: Db, id: number): Promise<SharedModelVersion> {
  const row = found(
    (await selectSharedModels(db)).find((one) => one.id === id),
    'Model',
  );
  const { notes, definition } = found(await selectVersion(db, row.version_id), 'Version');
  return { ...toShared(row), notes, definition: withoutUsers(definition) };
}

function toShared(row: ModelRow): SharedModel {
  const { category, class: ofClass, type } = toClassification(row);
  const { id, name, description, author, manufacturer, model, major, minor, patch } = row;
  return {
    id,
    name,
    description,
    class: [category, ofClass, type].flatMap((level) => (level ? [level.caption] : [])),
    author,
    manufacturer,
    model,
    major,
    minor,
    patch,
    updatedAt: row.updated_at.toISOString(),
  };
}
