import { readFileSync } from 'node:fs';
import { readScenarios } from './file.ts';
import { OWN_SCENARIOS, scenarioFiles } from './files.ts';
import { runScenario } from './run.ts';
import type { Scenario } from './scenario.ts';

/** Runs the scenarios of files and folders, by default the product's own; exit code 1 if any fails. */
const given = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const file of (given.length > 0 ? given : [OWN_SCENARIOS]).flatMap(readFiles)) {
  for (const scenario of file.documents) {
    const problems = scenario instanceof Error ? [scenario.message] : findProblems(scenario);
    for (const problem of problems) console.log(`${file.path}: ${problem}`);
    if (problems.length === 0) passed += 1;
    else failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function readFiles(path: string) {
  try {
    return scenarioFiles(path).map((file) => ({
      path: file,
      documents: readScenarios(readFileSync(file, 'utf8')),
    }));
  } catch (error) {
    return [{ path, documents: [asError(error)] }];
  }
}

function findProblems(scenario: Scenario): string[] {
  try {
    return runScenario(scenario).map(
      ({ what, expected, actual }) =>
        `${scenario.name}: ${what}\n  expected ${expected}\n  actual   ${actual}`,
    );
  } catch (error) {
    return [`${scenario.name}: ${asError(error).message}`];
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
