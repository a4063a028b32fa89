import type { Range } from '../ast.ts';
import type { CheckOptions, ParameterContext } from '../context.ts';
import type { Report } from './report.ts';

/** The name by which other thresholds refer to a threshold: its alias, or its name if it has none. */
export function referenceName({ name, alias }: { name: string; alias?: string | null }): string {
  return alias || name;
}

/** Resolves external names of a text, and records the used ones. */
export class Names {
  /** Names of used aliases, in order of first use. */
  readonly aliases: string[] = [];
  private readonly aliasIndices = new Map<string, number>();
  private readonly known: ReadonlyMap<string, CheckOptions['aliases'][number]>;
  private readonly knownNames: readonly string[];
  /** The reference names of the thresholds, in list order. */
  private readonly references: readonly string[];
  private readonly thresholdIndices: ReadonlyMap<string, number>;
  private readonly usedThresholds = new Set<number>();
  private readonly usedPatterns = new Set<number>();
  private readonly parameters: ReadonlyMap<string, ParameterContext>;
  private readonly options: CheckOptions;
  private readonly report: Report;

  constructor(options: CheckOptions, report: Report) {
    this.options = options;
    this.report = report;
    this.known = new Map(options.aliases.map((alias) => [alias.name, alias]));
    this.knownNames = [...this.known.keys()];
    this.parameters = new Map((options.parameters ?? []).map((parameter) => [parameter.name, parameter]));
    this.references = (options.thresholds ?? []).map(referenceName);
    // Of equal names, the first wins.
    this.thresholdIndices = new Map(this.references.map((name, index) => [name, index] as const).reverse());
  }

  get excursions(): number[] {
    return [...this.usedThresholds].sort((a, b) => a - b);
  }

  get patterns(): number[] {
    return [...this.usedPatterns].sort((a, b) => a - b);
  }

  /** Finds an alias by the name between its brackets. */
  alias(name: string, range: Range): { index: number; alias: CheckOptions['aliases'][number] } | null {
    const alias = this.known.get(name);
    if (alias === undefined) {
      const suggestion = this.report.suggestions.didYouMean(
        name,
        this.knownNames,
        (candidate) => `[${candidate}]`,
      );
      return this.report.add('unknown-alias', range, `Unknown tag alias [${name}].${suggestion}`);
    }
    let index = this.aliasIndices.get(name);
    if (index === undefined) {
      index = this.aliases.push(name) - 1;
      this.aliasIndices.set(name, index);
    }
    return { index, alias };
  }

  /** Finds a parameter by the name between its braces. */
  parameter(name: string, range: Range): ParameterContext | null {
    const parameter = this.parameters.get(name);
    if (parameter !== undefined) return parameter;
    const suggestion = this.report.suggestions.didYouMean(
      name,
      [...this.parameters.keys()],
      (candidate) => `{${candidate}}`,
    );
    return this.report.add('unknown-parameter', range, `Unknown parameter {${name}}.${suggestion}`);
  }

  /** Finds a threshold above this one by its reference name. */
  threshold(name: string, range: Range): number | null {
    const references = this.references;
    const own = this.options.position ?? references.length;
    const index = this.thresholdIndices.get(name) ?? -1;
    if (index >= 0 && index < own) {
      this.usedThresholds.add(index);
      return index;
    }
    if (index === own) {
      return this.report.add('threshold-order', range, `Threshold "${name}" can not refer to itself.`);
    }
    if (index > own) {
      const message = `Threshold "${name}" stands below this one: only those above can be used.`;
      return this.report.add('threshold-order', range, message);
    }
    const suggestion = this.report.suggestions.didYouMean(
      name,
      references.slice(0, own),
      (candidate) => `"${candidate}"`,
    );
    return this.report.add('unknown-threshold', range, `Unknown threshold "${name}".${suggestion}`);
  }

  pattern(name: string, range: Range): number | null {
    const index = this.options.patterns?.indexOf(name) ?? -1;
    if (index < 0) return this.report.add('unknown-pattern', range, `Pattern (${name}) not found.`);
    this.usedPatterns.add(index);
    return index;
  }
}
