import { parseDuration } from '../../duration.ts';
import { type CheckedProgram, type CheckOptions, check, parameterReferences } from '../../language/index.ts';
import type { InputDefinition, ProtectionDefinition, ThresholdDefinition } from '../model/definition.ts';
import { calendarGrid, counterGrid, type Grid } from '../model/grid.ts';
import { compileClassifier, mergeNeeds } from './classifier.ts';
import { generate } from './codegen/kernel.ts';
import { Plan } from './codegen/plan.ts';
import type { Text } from './codegen/statements.ts';
import type {
  CompiledCalculatedTag,
  CompiledProtection,
  InputNeed,
  Models,
  ProgramCode,
  ThresholdError,
  ThresholdWarning,
} from './program.ts';
import { protectionError, protectionErrors } from './protection-errors.ts';
import type { Runtime } from './runtime.ts';

/** What the checker needs besides the inputs of a calculated tag. */
export type CalculatedTagContext = Pick<CheckOptions, 'units' | 'unit' | 'mixedUnits' | 'parameters'>;

/** Checks and compiles the text of a calculated tag (base dialect); it may use the given aliases. */
export function compileCalculatedTag(
  text: string,
  inputs: readonly InputDefinition[],
  context: CalculatedTagContext = {},
): CompiledCalculatedTag {
  const checked = check(text, {
    dialect: 'base',
    result: 'number',
    aliases: inputs.map(aliasContext),
    ...context,
  });
  if (!checked.ok) return { ok: false, errors: checked.errors };
  const used = usedInputs(inputs, [checked.program], -1);
  const plan = new Plan(used, -1, null);
  const texts = [toText(checked.program, used, 0)];
  const code = assemble(plan, texts, null, [], text);
  return {
    ok: true,
    program: { kind: 'calculated', inputs: inputNeeds(plan), timeDriven: false, code },
    warnings: checked.warnings,
  };
}

/**
 * Maximum number of windows in a protection: distinct pairs of an input or threshold and a length of time.
 */
const MOST_WINDOWS = 400;

/**
 * Checks and compiles a protection. Returns all errors of all thresholds, in list order and by position.
 * @param isChanged whether the logic of a threshold is new: mixed units are errors there, and warnings elsewhere
 * @param models provides the model in service when the program runs
 */
export function compileProtection(
  definition: ProtectionDefinition,
  isChanged: (threshold: number) => boolean = () => false,
  models: Models = noModels,
): CompiledProtection {
  const { thresholds, inputs } = definition;
  const aliases = inputs.map(aliasContext);
  const errors: ThresholdError[] = protectionErrors(definition);
  // Too long to check.
  if (errors.some(({ code }) => code === 'too-long')) return { ok: false, errors };
  const warnings: ThresholdWarning[] = [];
  const programs: CheckedProgram[] = [];
  thresholds.forEach((threshold, position) => {
    if (isWithoutLogic(threshold)) {
      programs.push(withoutLogic);
      return;
    }
    const checked = check(threshold.logic, {
      dialect: 'indicator',
      result: 'boolean',
      aliases,
      thresholds: thresholds.map(({ name, alias }) => ({ name, alias: alias ?? null })),
      position,
      patterns: definition.patterns ?? [],
      deadband: (threshold.deadband ?? 0) > 0,
      parameters: definition.parameters,
      units: definition.units,
      mixedUnits: isChanged(position) ? 'error' : 'warning',
    });
    warnings.push(...checked.warnings.map((warning) => ({ ...warning, threshold: position })));
    if (checked.ok) programs.push(checked.program);
    else errors.push(...checked.errors.map((error) => ({ ...error, threshold: position })));
  });
  const compiled = compileClassifier(definition, models, compileProtection);
  if (!compiled.ok) errors.push(...compiled.errors);
  if (errors.length > 0 || !compiled.ok) return { ok: false, errors };
  const { classifier } = compiled;

  const works = inputs.flatMap((input, index) => (input.type === 'work' ? [index] : []));
  const work = works.length === 1 ? works[0]! : -1;
  const used = usedInputs(inputs, programs, work);
  const start = definition.type === 'activity' ? (definition.startDate ?? 0) : null;
  const plan = new Plan(used, work < 0 ? -1 : used.indexOf(inputs[work]!), start);
  plan.usesPatterns = classifier !== null;
  const texts = programs.map((program, index) => toText(program, used, thresholds[index]!.deadband ?? 0));
  const timeZone = definition.timeZone ?? 'UTC';
  const grids = () =>
    used.map((input, index) => (plan.isFixed(index) ? createGrid(input, start ?? 0, timeZone) : null));
  const code = assemble(plan, texts, thresholds, grids, toIdentity(definition));
  const windows = plan.windows.length + plan.excursions.length;
  if (windows > MOST_WINDOWS) {
    const message = `The logic of all thresholds has ${windows} windows; at most ${MOST_WINDOWS} are allowed.`;
    return { ok: false, errors: [protectionError(message)] };
  }
  const watched = inputs.filter((input) => isWatched(input) && !used.includes(input));
  return {
    ok: true,
    program: {
      kind: 'protection',
      definition,
      usesPatterns: plan.usesPatterns,
      inputs: mergeNeeds(
        [...inputNeeds(plan), ...watched.map(({ alias, type }) => ({ alias, type, window: 0 }))],
        classifier,
      ),
      timeDriven: code.wakes || inputs.some(isWatched) || classifier !== null,
      classifier,
      code,
    },
    warnings,
  };
}

const noModels: Models = {
  get: (checksum) => {
    throw new Error(`The model ${checksum} is not loaded.`);
  },
};

/** Whether a threshold has no logic yet: the protection is then incomplete, and the threshold is never true. */
export const isWithoutLogic = ({ logic }: { logic: string }): boolean => logic.trim() === '';

const withoutLogic: CheckedProgram = {
  result: 'boolean',
  aliases: [],
  excursions: [],
  patterns: [],
  variables: [],
  statements: [],
  timing: { aliases: [], completions: false, clock: [] },
};

/**
 * Identifies the definition that saved states belong to. A change of a unit bumps the version of the definition
 * instead, so that states that were saved before units were supported stay valid.
 */
function toIdentity(definition: ProtectionDefinition): string {
  const inputs = definition.inputs.map(({ unit: _, ...input }) => input);
  // In the order of the definition's keys, since earlier versions hashed the definition as it is.
  const named = new Set(definition.thresholds.flatMap(({ logic }) => parameterReferences(logic)));
  const parameters = (definition.parameters ?? []).filter(({ name }) => named.has(name));
  return JSON.stringify({
    ...definition,
    inputs,
    units: undefined,
    parameters:
      parameters.length === 0
        ? undefined
        : parameters.map(({ name, kind, value, unit }) => [name, kind, value, unit ?? null]),
  });
}

/** Whether the engine reports when the input is stale. */
export function isWatched({ type, settings }: InputDefinition): boolean {
  return type === 'data_point' && Boolean(settings?.expectedInterval) && settings?.intervalType !== 'counter';
}

function aliasContext({ alias, type, settings, unit }: InputDefinition) {
  const counter =
    settings?.intervalType === 'counter' &&
    settings.counterInterval !== undefined &&
    settings.counterStart !== undefined;
  return { name: alias, type, counter, unit };
}

/** The inputs that the texts use, in the definition's order. */
function usedInputs(
  inputs: readonly InputDefinition[],
  programs: readonly CheckedProgram[],
  work: number,
): InputDefinition[] {
  const names = new Set(programs.flatMap((program) => program.aliases));
  const completions = programs.some((program) => program.timing.completions);
  return inputs.filter((input, index) => names.has(input.alias) || (completions && index === work));
}

function toText(program: CheckedProgram, used: readonly InputDefinition[], deadband: number): Text {
  const aliases = program.aliases.map((name) => used.findIndex((input) => input.alias === name));
  return { program, aliases, deadband };
}

function createGrid({ type, settings }: InputDefinition, start: number, timeZone: string): Grid {
  return type === 'work'
    ? calendarGrid(start, parseDuration(settings?.expectedInterval ?? ''), timeZone)
    : counterGrid(settings?.counterStart ?? 0, settings?.counterInterval ?? 0);
}

function inputNeeds(plan: Plan): InputNeed[] {
  return plan.inputs.map(({ definition: { alias, type } }, index) => {
    const lengths = plan.windows.filter(({ input }) => input === index).map(({ length }) => length);
    return { alias, type, window: Math.max(0, ...lengths) };
  });
}

/** Generates and instantiates the code of a program. */
export function assemble(
  plan: Plan,
  texts: readonly Text[],
  thresholds: readonly ThresholdDefinition[] | null,
  grids: (() => (Grid | null)[]) | [],
  identity: string,
): ProgramCode {
  const { loop, differences, comparisons, wakes, weight } = generate(plan, texts, thresholds);
  return {
    plan,
    texts,
    loop: instantiate(loop) as ProgramCode['loop'],
    differences: instantiate(differences) as ProgramCode['differences'],
    comparisons,
    wakes,
    weight,
    grids: typeof grids === 'function' ? grids() : grids,
    fingerprint: hash(identity),
  };
}

const functions = new Map<string, (run: Runtime) => unknown>();
const MOST_FUNCTIONS = 2000;

/**
 * The function with this body, cached: programs with equal code share it, such as the protections of a fleet.
 * The body contains only numbers that the checker read and indexes that it assigned.
 */
function instantiate(body: string): (run: Runtime) => unknown {
  let made = functions.get(body);
  if (!made) {
    made = new Function('run', body) as (run: Runtime) => unknown;
    if (functions.size >= MOST_FUNCTIONS) functions.delete(functions.keys().next().value!);
    functions.set(body, made);
  }
  return made;
}

/** FNV-1a in 32 bits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16);
}
