import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverDirectory } from '../platform/config/paths.ts';
import type { Connector } from './connector.ts';

/**
 * The connectors: the folders beside this file with a `connector.ts`. The build makes each an entry point, so that the
 * built files are in the same folders. Their clients are loaded when needed.
 */
const [folder, file] = import.meta.url.endsWith('.ts') ? ['src', 'connector.ts'] : ['dist', 'connector.js'];
const directory = join(serverDirectory, folder, 'connectors');

const files = readdirSync(directory)
  .sort()
  .map((name) => ({ name, path: join(directory, name, file) }))
  .filter(({ path }) => existsSync(path));

const connectors = new Map(
  await Promise.all(
    files.map(async ({ name, path }) => {
      const module: { default: Connector } = await import(pathToFileURL(path).href);
      if (module.default.type !== name) throw new Error(`the connector in ${path} has not the type ${name}`);
      return [name, module.default] as const;
    }),
  ),
);

/** The connector of a type; null for a type that is not known here. */
export const findConnector = (type: string): Connector | null => connectors.get(type) ?? null;

/** All connectors, by type. */
export const listConnectors = (): Connector[] => [...connectors.values()];
