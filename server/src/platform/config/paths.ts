import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Finds the nearest parent folder with a package.json: that of the server, for both sources and bundle. */
function findPackage(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : findPackage(dirname(directory));
}

export const serverDirectory = findPackage(import.meta.dirname);
export const repositoryDirectory = dirname(serverDirectory);
export const migrationsDirectory = join(serverDirectory, 'migrations');
/** The current functions, views and triggers of a tenant's database, and its reference data. */
export const databaseDirectory = join(serverDirectory, 'database');
/** The built pages; present after `npm run build`. */
export const webDirectory = join(repositoryDirectory, 'web', 'dist');
