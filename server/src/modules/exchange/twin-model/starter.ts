import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { modelDefinition } from '@twinward/contracts/library/definition';
import { z } from 'zod';
import { serverDirectory } from '../../../platform/config/paths.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { getTaxonomyByCaption } from '../../assets/taxonomy/service.ts';
import { getSystemSetting, type Setting, writeSystemSetting } from '../../system/setting/service.ts';
import { insertModel, insertVersion, lockStarterLibrary, selectTakenNames } from './store.ts';
import { audit } from './write.ts';

const folder = join(serverDirectory, 'library');
const starterAuthor = 'Twinward starter library';

/** A model of the starter library, as its file has it. */
const starterModel = z.strictObject({
  name: z.string(),
  description: z.string(),
  class: z
    .strictObject({ category: z.string(), class: z.string().optional(), type: z.string().optional() })
    .nullable(),
  definition: modelDefinition,
});
type StarterModel = z.infer<typeof starterModel>;

/** The names of all files of the starter library, without extension. */
export async function listStarterFiles(): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
}

export async function readStarterModel(name: string): Promise<StarterModel> {
  return starterModel.parse(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')));
}

/** The files that were loaded into the tenant, including those whose models were deleted since. */
const loadedFiles: Setting<{ files: string[] }> = {
  name: 'starter-library',
  schema: z.object({ files: z.array(z.string()) }),
  initial: { files: [] },
};

/**
 * Loads each model of the starter library that was never loaded into the tenant.
 * @returns the number of loaded models
 */
export async function loadStarterLibrary(db: Db): Promise<number> {
  const files = await listStarterFiles();
  if ((await findNew(db, files)).length === 0) return 0;
  return withTransaction(db, async (transaction) => {
    await lockStarterLibrary(transaction);
    const missing = await findNew(transaction, files);
    for (const file of missing) await insertStarter(transaction, await readStarterModel(file));
    const { files: before } = await getSystemSetting(transaction, loadedFiles);
    await writeSystemSetting(transaction, loadedFiles, { files: [...before, ...missing] });
    return missing.length;
  });
}

async function findNew(db: Db, files: readonly string[]): Promise<string[]> {
  const { files: loaded } = await getSystemSetting(db, loadedFiles);
  return files.filter((file) => !loaded.includes(file));
}

async function insertStarter(db: Db, { name, description, class: place, definition }: StarterModel) {
  const findClass = await getTaxonomyByCaption(db);
  const model = {
    name: await freeName(db, name),
    description,
    taxonomy_id: (place && findClass(place)) ?? null,
    author: starterAuthor,
    access_level: 'tenant' as const,
    is_starter: true,
  };
  const id = await insertModel(db, model);
  await insertVersion(db, {
    model_id: id,
    state: 'published',
    major: 1,
    minor: 0,
    patch: 0,
    definition: JSON.stringify(definition),
    published_at: new Date(),
  });
  await audit.record(db, null, 'create', { id, name: model.name }, { new: { author: starterAuthor } });
}

/** Returns the name, with a number appended if another model has it. */
export async function freeName(db: Db, name: string): Promise<string> {
  const taken = new Set((await selectTakenNames(db, name)).map((one) => one.toLowerCase()));
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name} ${count}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}
