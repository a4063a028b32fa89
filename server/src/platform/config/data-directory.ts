import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../process/start-error.ts';

/**
 * Creates the folder if it does not exist.
 * @throws StartError when it can't be created or written.
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await createFolder(directory);
    await access(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATA_DIR '${directory}' can't be written (${code}): it must be a folder of the user who starts Twinward`,
      { cause: error },
    );
  }
}

/**
 * Creates the folder and its parents. Node's recursive `mkdir` never returns where an existing parent refuses
 * new folders.
 */
async function createFolder(directory: string): Promise<void> {
  try {
    await mkdir(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(directory) === directory) throw error;
    await createFolder(dirname(directory));
    await mkdir(directory);
  }
}
