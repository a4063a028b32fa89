import { compareErrors, compareOutcome, type Failure } from './compare.ts';
import { compileScenario } from './compiled.ts';
import type { Scenario } from './scenario.ts';
import { type Feeding, simulate } from './simulate.ts';

const FEEDINGS: readonly Feeding[] = ['all at once', 'point by point'];

/** Runs a scenario with both feedings; returns all unmet expectations. */
export function runScenario(scenario: Scenario): Failure[] {
  const compilation = compileScenario(scenario);
  const { expect, start } = scenario;
  if (expect.errors) return compareErrors(expect.errors, compilation.ok ? [] : compilation.errors);
  if (!compilation.ok) return compareErrors([], compilation.errors);
  const { compiled } = compilation;
  return FEEDINGS.flatMap((feeding) =>
    compareOutcome(
      expect,
      simulate(scenario, compiled, feeding),
      compiled.protection?.definition ?? null,
      start,
    ).map((failure) => ({ ...failure, what: `${failure.what} (${feeding})` })),
  );
}
