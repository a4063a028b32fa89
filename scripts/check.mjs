// `npm run check`: types, lint and format, the arrows between folders, the lists of migrations, licences, and
// known vulnerabilities. Runs all checks, even if one fails.
import { fileURLToPath } from 'node:url';
import { installed, run } from './run.mjs';

const checks = {
  types: [installed('tsc'), ['-b']],
  'lint and format': [installed('biome'), ['check', '--error-on-warnings']],
  arrows: [process.execPath, ['scripts/arrows.mjs']],
  migrations: [process.execPath, ['scripts/migrations.mjs', 'check']],
  licences: [process.execPath, ['scripts/licences.mjs']],
  vulnerabilities: [process.execPath, ['scripts/vulnerabilities.mjs']],
};

/**
 * Runs the checks one after the other. @returns the number of checks that passed, and the names of those that failed
 */
export async function check() {
  const failed = [];
  for (const [name, [program, args]] of Object.entries(checks)) {
    console.log(`\n--- ${name}`);
    const { succeeded } = await run(program, args);
    if (!succeeded) failed.push(name);
  }
  return { passed: Object.keys(checks).length - failed.length, failed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await check();
  process.exit(failed.length === 0 ? 0 : 1);
}
