import type { Models, ProtectionProgram } from '@twinward/domain/evaluation';
import type { Classifier } from '@twinward/domain/patterns/model';
import type { Db } from '../../../platform/database/database.ts';
import { loadClassifiers } from '../pattern-model/service.ts';

/** The models in use by evaluations of this thread, each with the number of evaluations that use it. */
const inUse = new Map<string, { classifier: Classifier; users: number }>();

/** The models that `withModels` has loaded. */
export const modelsInUse: Models = {
  get(checksum) {
    const found = inUse.get(checksum);
    if (!found) throw new Error(`The model ${checksum} is not in use.`);
    return found.classifier;
  },
};

/** Loads the models of programs into the cache, in one statement. */
export async function fetchModels(db: Db, programs: readonly ProtectionProgram[]): Promise<void> {
  await loadClassifiers(db, listChecksums(programs));
}

/** Runs `work` while the models of programs stay in memory. */
export async function withModels<Result>(
  db: Db,
  programs: readonly ProtectionProgram[],
  work: () => Promise<Result>,
): Promise<Result> {
  const checksums = listChecksums(programs);
  if (checksums.length === 0) return work();
  for (const [checksum, classifier] of await loadClassifiers(db, checksums)) {
    const users = inUse.get(checksum)?.users ?? 0;
    inUse.set(checksum, { classifier, users: users + 1 });
  }
  try {
    return await work();
  } finally {
    for (const checksum of checksums) {
      const { classifier, users } = inUse.get(checksum)!;
      if (users > 1) inUse.set(checksum, { classifier, users: users - 1 });
      else inUse.delete(checksum);
    }
  }
}

const listChecksums = (programs: readonly ProtectionProgram[]): string[] => [
  ...new Set(programs.flatMap(({ classifier }) => classifier?.definition.checksum ?? [])),
];
