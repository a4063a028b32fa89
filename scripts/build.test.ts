import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOptions } from './build.mjs';
import { root } from './files.mjs';

const connectors = readdirSync(join(root, 'server/src/connectors')).filter((name) =>
  existsSync(join(root, 'server/src/connectors', name, 'connector.ts')),
);

let outputs: Metafile['outputs'];
beforeAll(async () => {
  const options = { ...serverOptions('dist'), sourcemap: false, write: false, metafile: true } as const;
  outputs = (await build({ ...options, absWorkingDir: root })).metafile.outputs;
});

/** The packages that a built file imports statically. */
function listPackages(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  return outputs[path]!.imports.filter(({ kind }) => kind === 'import-statement').flatMap((one) =>
    one.external ? [one.path] : listPackages(one.path, seen),
  );
}

describe('the built server', () => {
  it.each(connectors)('has the connector %s in the folder of the registry, without its client', (name) => {
    const path = `dist/connectors/${name}/connector.js`;
    expect(outputs[path]?.exports).toEqual(['default']);
    expect(listPackages(path).filter((one) => !one.startsWith('node:') && one !== 'zod')).toEqual([]);
  });
});
