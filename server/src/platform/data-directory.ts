import { access, constants, mkdir } from 'node:fs/promises';
import { StartError } from './start-error.ts';

/**
 * Makes the folder when it is not there.
 * @throws StartError when it can't be made or written.
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await access(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATA_DIR '${directory}' can't be written (${code}): it must be a folder of the user who starts Twinward`,
      { cause: error },
    );
  }
}
