import { calculations, type LanguageError } from '../../language/index.ts';
import { compileCalculatedTag, compileProtection } from '../compile/compile.ts';
import type { CalculatedProgram, ProtectionProgram } from '../compile/program.ts';
import { activityThresholds } from '../model/activity.ts';
import type { InputDefinition, ProtectionDefinition } from '../model/definition.ts';
import type { Scenario, ScenarioThreshold } from './scenario.ts';

/** A scenario's programs; calculated tags in dependency order. */
export interface CompiledScenario {
  readonly calculated: readonly { readonly name: string; readonly program: CalculatedProgram }[];
  readonly protection: ProtectionProgram | null;
}

type Compilation =
  | { readonly ok: true; readonly compiled: CompiledScenario }
  | { readonly ok: false; readonly errors: readonly LanguageError[] };

/**
 * Compiles the texts of a scenario. Errors are in order of the texts, calculated tags first, and by position.
 */
export function compileScenario(scenario: Scenario): Compilation {
  const inputs = toInputs(scenario);
  const errors: LanguageError[] = [];
  const programs = new Map<string, CalculatedProgram>();
  const names = [...scenario.calculated.keys()];
  const { graph, cycles } = calculations(
    names.map((name) => ({
      id: name,
      name,
      text: scenario.calculated.get(name)!,
      inputs: new Map(names.map((other) => [other, other])),
    })),
  );
  for (const [name, text] of scenario.calculated) {
    const cycle = cycles.get(name);
    // A tag's own alias is included only if it is part of a cycle, so that it is never suggested.
    const others = cycle ? inputs : inputs.filter(({ alias }) => alias !== name);
    const result = compileCalculatedTag(text, others, { parameters: scenario.parameters });
    const own = [...(result.ok ? [] : result.errors), ...(cycle ? [cycle] : [])];
    errors.push(...own.sort((a, b) => a.from.line - b.from.line || a.from.column - b.from.column));
    if (result.ok) programs.set(name, result.program);
  }
  const protection = scenario.protection && compileProtection(toDefinition(scenario, inputs));
  if (protection && !protection.ok) errors.push(...protection.errors);
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    compiled: {
      calculated: graph.order.map((name) => ({ name, program: programs.get(name)! })),
      protection: protection?.ok ? protection.program : null,
    },
  };
}

function toInputs({ inputs, calculated, protection }: Scenario): InputDefinition[] {
  const settings = protection?.settings;
  return [
    ...inputs.map(({ alias, type }) => ({ alias, type, settings: settings?.get(alias) })),
    ...[...calculated.keys()].map((alias) => ({
      alias,
      type: 'data_point' as const,
      settings: settings?.get(alias),
    })),
  ];
}

function toDefinition(scenario: Scenario, inputs: readonly InputDefinition[]): ProtectionDefinition {
  const { type, startDate, defaultLevel, thresholds } = scenario.protection!;
  const given: readonly (ScenarioThreshold | ReturnType<typeof activityThresholds>[number])[] =
    thresholds ?? (type === 'activity' ? activityThresholds(inputs) : []);
  return {
    type,
    startDate,
    defaultLevel,
    inputs,
    parameters: scenario.parameters,
    patterns: scenario.patterns?.names,
    thresholds: given.map((threshold) => ({
      ...threshold,
      id: threshold.name,
      actions: [{ direction: 'direction' in threshold ? threshold.direction : undefined }],
    })),
  };
}
