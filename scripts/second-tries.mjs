// A reporter of Vitest: writes the names of the tests that passed only at their second try to SECOND_TRIES_FILE.
import { writeFileSync } from 'node:fs';

export default class SecondTries {
  #names = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd() {
    writeFileSync(process.env.SECOND_TRIES_FILE, JSON.stringify(this.#names));
  }
}
