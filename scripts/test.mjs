// `npm test`: all checks and tests. It ends with what failed, and the sum as the last line: `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { root } from './files.mjs';
import { installed, run } from './run.mjs';

const total = { passed: 0, failed: 0 };
/** What failed: a line each. */
const failures = [];

function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

/** One step that passes or fails as a whole; the others go on all the same. */
async function step(name, action) {
  console.log(`\n=== ${name}`);
  try {
    add((await action()) ?? { passed: 1, failed: 0 });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    failures.push(name);
    add({ passed: 0, failed: 1 });
  }
}

/** @param name of the results' file. */
async function runVitest(name, projects, { yielding = false } = {}) {
  const file = join(root, `.cache/${name}-results.json`);
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  const { succeeded } = await run(
    installed('vitest'),
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { capture: true, yielding },
  );
  return countTests(JSON.parse(readFileSync(file, 'utf8')), succeeded);
}

function countTests({ numPassedTests: passed, testResults }, succeeded) {
  const failed = listFailures(testResults);
  if (failed.length === 0 && !succeeded) failed.push('an error outside of tests');
  failures.push(...failed);
  return { passed, failed: failed.length };
}

/** The failed tests, and the files that could not be run: these have no failed test of their own. */
function listFailures(testResults) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${file}: ${message.split('\n', 1)[0]}`];
      return failed.map(
        ({ fullName, failureMessages }) => `${file}: ${fullName}\n${shorten(failureMessages[0])}`,
      );
    });
}

/** The start of a message with its place in the test, below its test. */
const shorten = (message = '') =>
  message
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');

async function runScenarios() {
  const { succeeded, output } = await run('npm', ['run', '--silent', 'scenarios'], { capture: true });
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  if (passed !== undefined && succeeded === (Number(failed) === 0)) {
    return { passed: Number(passed), failed: Number(failed) };
  }
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

await step('browser', () => {
  process.env.CHROMIUM_PATH = findChromium();
  console.log(process.env.CHROMIUM_PATH);
});
await step('check', check);
await step('build', build);
// The stories wait much, for the browser and the product: the other tests run beside them, in the time they leave.
await Promise.all([
  step('stories', () => runVitest('story', ['e2e'])),
  step('tests', () => runVitest('test', ['node', 'web'], { yielding: true })),
]);
await step('scenarios', runScenarios);

if (failures.length > 0) console.log(`\n=== failed\n${failures.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
