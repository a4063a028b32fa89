// `npm test`: runs all checks and tests. Prints the failures at the end. The last line is the total:
// `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { root } from './files.mjs';
import { installed, run } from './run.mjs';

const total = { passed: 0, failed: 0 };
/** Failed steps and tests, with the file if known. */
let failures = [];
/** Tests that failed first and passed when repeated. */
let unsteady = [];
/** Maximum number of repeated files: more failures have a common cause. */
const mostAgain = 5;

function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

/** Runs a step that passes or fails as a whole. A failure does not stop other steps. */
async function step(name, action) {
  console.log(`\n=== ${name}`);
  try {
    add((await action()) ?? { passed: 1, failed: 0 });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    failures.push({ name });
    add({ passed: 0, failed: 1 });
  }
}

async function runTests(name, projects, options) {
  const { passed, failed } = await runVitest(name, projects, options);
  failures.push(...failed);
  return { passed, failed: failed.length };
}

/**
 * @param name of the results' file.
 * @param files to run; empty for all files of the projects.
 */
async function runVitest(name, projects, { files = [], yielding = false } = {}) {
  const resultsFile = join(root, `.cache/${name}-results.json`);
  rmSync(resultsFile, { force: true });
  mkdirSync(dirname(resultsFile), { recursive: true });
  const { succeeded } = await run(
    installed('vitest'),
    [
      'run',
      ...files,
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${resultsFile}`,
    ],
    { capture: true, yielding },
  );
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const failed = listFailures(testResults);
  if (failed.length === 0 && !succeeded) failed.push({ name: `${name}: an error outside of tests` });
  return { passed, failed };
}

/** Returns the failed tests, and the files that could not be run, which have no failed test. */
function listFailures(testResults) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: path, message, assertionResults }) => {
      const file = relative(root, path);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ file, name: file, message }];
      return failed.map(({ fullName, failureMessages }) => ({
        file,
        name: `${file}: ${fullName}`,
        message: failureMessages[0],
      }));
    });
}

/** Repeats the files with failures. Failures in a file that now passes are unsteady and count as passed. */
async function runAgain(files) {
  const { failed } = await runVitest('again', ['node', 'web', 'e2e'], { files });
  const still = new Set(failed.map(({ file }) => file));
  // An error outside of tests has no file.
  const isUnsteady = ({ file }) => file !== undefined && !still.has(file) && !still.has(undefined);
  unsteady = failures.filter(isUnsteady);
  failures = failures.filter((failure) => !isUnsteady(failure));
  return { passed: unsteady.length, failed: -unsteady.length };
}

/** Formats a failure: its test, then the start of the message with its position in the test. */
const describe = ({ name, message = '' }) =>
  [name, ...message.split('\n').slice(0, 12)].filter(Boolean).join('\n    ');

async function runScenarios() {
  const { succeeded, output } = await run('npm', ['run', '--silent', 'scenarios'], { capture: true });
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  if (passed !== undefined && succeeded === (Number(failed) === 0)) {
    return { passed: Number(passed), failed: Number(failed) };
  }
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runChecks() {
  const { passed, failed } = await check();
  failures.push(...failed.map((name) => ({ name: `check: ${name}` })));
  return { passed, failed: failed.length };
}

await step('browser', () => {
  process.env.CHROMIUM_PATH = findChromium();
  console.log(process.env.CHROMIUM_PATH);
});
await step('check', runChecks);
await step('build', build);
// The stories often wait for the browser and the product. The other tests use the remaining processor time.
await Promise.all([
  step('stories', () => runTests('story', ['e2e'])),
  step('tests', () => runTests('test', ['node', 'web'], { yielding: true })),
]);
const files = [...new Set(failures.flatMap(({ file }) => file ?? []))];
if (files.length > 0 && files.length <= mostAgain) await step('again', () => runAgain(files));
await step('scenarios', runScenarios);

if (unsteady.length > 0) {
  console.log(`\n=== unsteady: failed, and passed when run again\n${unsteady.map(describe).join('\n')}`);
}
if (failures.length > 0) console.log(`\n=== failed\n${failures.map(describe).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
