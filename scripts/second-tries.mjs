// A reporter of Vitest: writes the tests that passed only at their second try to SECOND_TRIES_FILE, each with its error.
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The first lines of what failed at the first try. */
function firstError(test) {
  const message = stripVTControlCharacters(test.result().errors?.[0]?.message ?? '');
  return message.split('\n').slice(0, 8).join('\n    ').slice(0, 2_000);
}

export default class SecondTries {
  #tests = [];

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    this.#tests.push(`${test.module.relativeModuleId} > ${test.fullName}\n    ${firstError(test)}`);
  }

  onTestRunEnd() {
    writeFileSync(process.env.SECOND_TRIES_FILE, JSON.stringify(this.#tests));
  }
}
