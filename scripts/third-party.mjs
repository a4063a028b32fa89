// Writes the notices of the packages in the pages, as their licences require.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from './files.mjs';

/** Packages of the API page, which is not bundled: the plugin, and the files of another project in it. */
export const servedPackages = [
  join(root, 'node_modules/@fastify/swagger-ui'),
  join(root, 'scripts/notices/swagger-ui'),
];

/** Returns the folder of a module's package. Undefined for our own modules. */
export const findPackageFolder = (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/?]+/.exec(id)?.[0];

/** Returns a plugin that collects the folders of all packages with modules or styles in a bundle. */
export function collectPackages(found) {
  return {
    name: 'third-party',
    generateBundle(_, bundle) {
      const scripts = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      const styles = [...this.getModuleIds()].filter((id) => /\.css(\?|$)/.test(id));
      for (const id of [...scripts, ...styles]) {
        const folder = findPackageFolder(id);
        if (folder !== undefined) found.add(folder);
      }
    },
  };
}

/** Returns the notice of a package: its licence, and the texts of its licence and notice files. */
export function readNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .flatMap((file) => listFiles(join(folder, file)))
    .map((file) => readFileSync(file, 'utf8').trim());
  return [`${name} ${version}, ${license}`, ...texts].join('\n\n');
}

/** Writes the notices to `THIRD-PARTY.txt` in a folder. */
export function writeNotices(directory, folders) {
  const notices = [...new Set([...folders].map(readNotice))].sort();
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  const intro = 'The pages of Twinward hold code of these packages.';
  writeFileSync(join(directory, 'THIRD-PARTY.txt'), `${[intro, ...notices].join(line)}\n`);
}
