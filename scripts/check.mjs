// `npm run check`: types, lint and format, the arrows between folders, the lists of migrations, licences, and
// known vulnerabilities. All, even when one fails.
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

/** Runs the checks one after the other; gives how many passed and failed. */
export async function check() {
  const counts = { passed: 0, failed: 0 };
  for (const [name, [program, args]] of Object.entries(checks)) {
    console.log(`\n--- ${name}`);
    const { succeeded } = await run(program, args);
    if (succeeded) counts.passed += 1;
    else counts.failed += 1;
  }
  return counts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await check();
  process.exit(failed === 0 ? 0 : 1);
}
