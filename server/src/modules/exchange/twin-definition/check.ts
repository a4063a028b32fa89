import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { ThresholdActionChange } from '@twinward/contracts/protections/threshold';
import { checkDefinition } from '@twinward/domain/library/check';
import type { Db } from '../../../platform/database/database.ts';
import { resolvePrincipals } from '../../access/security/service.ts';
import { readLogicUnits } from '../../protections/definition/service.ts';
import type { TwinChange } from './change.ts';

/** The problems of a definition, as texts. */
type Problems = readonly string[];

/**
 * Checks the targets of twins before they are written. Each definition is checked once: an instance serves one command.
 */
export class DefinitionChecks {
  readonly #known = new Map<string, Problems>();

  /** Returns the first problem of a target that the twin doesn't have now; null if none exists. */
  async findProblem(db: Db, change: TwinChange): Promise<string | null> {
    const { before, definition } = change;
    const problems = await this.#check(db, withUnits(definition, change));
    if (problems.length > 0) {
      const old = new Set(await this.#check(db, withUnits(before, change)));
      const added = problems.find((problem) => !old.has(problem));
      if (added) return added;
    }
    return this.#findUnknown(db, before, definition);
  }

  async #check(db: Db, definition: ModelDefinition): Promise<Problems> {
    const key = JSON.stringify(withoutModels(definition));
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= mostKnown) this.#known.clear();
    const logics = [
      ...definition.tags.map(({ logic }) => logic),
      ...definition.indicators.flatMap(({ thresholds }) => thresholds.map(({ logic }) => logic)),
      ...definition.indicators.flatMap(({ patterns }) => patterns?.condition ?? []),
    ];
    const inputs = [...definition.tagAliases, ...definition.tags].map(({ unit }) => ({
      unit,
      mapped_tag_unit: null,
    }));
    const units = await readLogicUnits(db, logics, inputs);
    const problems = [
      ...checkDefinition(definition, { units }).map(({ part, message }) =>
        part === '' ? message : `${part}: ${message}`,
      ),
      ...repeatedNames(definition),
    ];
    this.#known.set(key, problems);
    return problems;
  }

  /** Finds the users and groups in new actions that don't exist. */
  async #findUnknown(db: Db, before: ModelDefinition, now: ModelDefinition): Promise<string | null> {
    const old = listPrincipals(before);
    const named = listPrincipals(now);
    const users = [...named.users].filter((id) => !old.users.has(id));
    const groups = [...named.groups].filter((name) => !old.groups.has(name));
    if (users.length === 0 && groups.length === 0) return null;
    const key = JSON.stringify([users, groups]);
    const known = this.#known.get(key);
    if (known) return known[0] ?? null;
    const found = await resolvePrincipals(db, { users, groups });
    const user = users.find((id) => !found.users.some((one) => one.id === id));
    const group = groups.find((name) => !found.groups.some((one) => one.name === name));
    const problem =
      user !== undefined
        ? `There is no user ${user}.`
        : group !== undefined
          ? `There is no group ${group}.`
          : null;
    this.#known.set(key, problem === null ? [] : [problem]);
    return problem;
  }
}

/** Number of definitions whose problems are cached: few differ within a command. */
const mostKnown = 500;

/** An input without a unit is read in the unit of its tag. */
const withUnits = (definition: ModelDefinition, change: TwinChange): ModelDefinition => ({
  ...definition,
  tagAliases: definition.tagAliases.map((input) => ({
    ...input,
    unit: input.unit ?? change.unitOfTag(input.id),
  })),
});

const withoutModels = (definition: ModelDefinition): ModelDefinition => ({
  ...definition,
  indicators: definition.indicators.map(({ patterns, ...indicator }) => ({
    ...indicator,
    patterns: patterns && { ...patterns, model: null },
  })),
});

/** Returns a message for each kind of parts in which a name occurs twice. */
function repeatedNames({ failureModes, activities, indicators }: ModelDefinition): string[] {
  const groups = [
    { parts: failureModes, what: 'failure modes' },
    { parts: activities, what: 'activities' },
    ...indicators.map(({ name, thresholds }) => ({ parts: thresholds, what: `thresholds of ${name}` })),
  ];
  return groups.flatMap(({ parts, what }) => {
    const names = parts.map(({ name }) => name);
    const repeated = names.find((name, index) => names.indexOf(name) < index);
    return repeated === undefined ? [] : [`Two ${what} have the name ${repeated}.`];
  });
}

function listPrincipals({ indicators }: ModelDefinition): { users: Set<number>; groups: Set<string> } {
  const actions = indicators.flatMap(({ thresholds }) =>
    thresholds.flatMap((one): readonly ThresholdActionChange[] => one.actions),
  );
  const users = new Set<number>();
  const groups = new Set<string>();
  for (const action of actions) {
    if (action.type === 'advisory') {
      for (const id of action.reviewerUserIds) users.add(id);
      for (const name of action.reviewerGroupIds) groups.add(name);
      continue;
    }
    for (const who of action.who) {
      if (who.type === 'user') users.add(who.id);
      if (who.type === 'group') groups.add(who.id);
    }
  }
  return { users, groups };
}
