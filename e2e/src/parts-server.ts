import { join } from 'node:path';
import { build, preview } from 'vite';
import { repositoryDirectory } from '../../server/src/platform/config/paths.ts';

/** Builds and serves the page of all shared parts, which is not part of the product. */
export async function serveParts(): Promise<{ address: string; stop(): Promise<void> }> {
  const root = join(repositoryDirectory, 'web');
  const outDir = join(repositoryDirectory, '.cache/parts');
  const configFile = join(root, 'vite.config.ts');
  await build({
    root,
    configFile,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: join(root, 'development/parts.html') },
    },
  });
  const server = await preview({
    root,
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, proxy: {} },
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('The page of parts has no address.');
  return { address: `${address}development/parts.html`, stop: () => server.close() };
}
