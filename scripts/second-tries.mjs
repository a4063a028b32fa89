// A reporter of Vitest: writes the names of the tests that passed only at their second try to a file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.mjs';

export const secondTriesFile = join(root, '.cache/second-tries.json');

export default class SecondTries {
  #names = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd() {
    writeFileSync(secondTriesFile, JSON.stringify(this.#names));
  }
}
