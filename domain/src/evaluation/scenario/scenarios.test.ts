import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readScenarios } from './file.ts';
import { OWN_SCENARIOS, scenarioFiles } from './files.ts';
import { runScenario } from './run.ts';

for (const file of scenarioFiles(OWN_SCENARIOS)) {
  describe(relative(OWN_SCENARIOS, file), () => {
    for (const scenario of readScenarios(readFileSync(file, 'utf8'))) {
      if (scenario instanceof Error) throw scenario;
      test(scenario.name, () => expect(runScenario(scenario)).toEqual([]));
    }
  });
}
