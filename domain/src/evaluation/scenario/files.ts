import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the product's own scenarios. */
export const OWN_SCENARIOS = fileURLToPath(new URL('../../../scenarios', import.meta.url));

/** The scenario files in a folder and its subfolders, or the file itself; sorted by name. */
export function scenarioFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => {
      const inside = join(path, name);
      return statSync(inside).isDirectory() || /\.ya?ml$/.test(name) ? scenarioFiles(inside) : [];
    });
}
