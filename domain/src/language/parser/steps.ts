import type { Range } from '../ast.ts';
import { firstAtOrAfter } from './positions.ts';
import { beforeValue, type Token } from './tokens.ts';

const keywords: ReadonlySet<string> = new Set(['IF', 'ELSEIF', 'ELSE', 'RETURN', 'NUMBER', 'BOOL']);

/**
 * The statements of a text as recognized by their words, despite syntax errors. Each step starts at its
 * keyword, or at the name that it assigns to, and ends at the brace that opens its block. A syntax error
 * makes only its own step uncertain.
 */
export class Steps {
  /** Start offsets of the steps, ascending. */
  private readonly starts: number[] = [];

  constructor(text: string, tokens: readonly Token[]) {
    const word = (index: number) => {
      const token = tokens[index];
      return token === undefined ? '' : text.slice(token.from, token.to).toUpperCase();
    };
    tokens.forEach(({ name, from }, index) => {
      const own = word(index);
      const before = word(index - 1);
      const keyword = keywords.has(own) && !(own === 'IF' && before === 'ELSE');
      const assigned =
        name === 'VariableName' && word(index + 1) === '=' && !beforeValue.has(tokens[index - 1]?.name ?? '');
      const declared = before === 'NUMBER' || before === 'BOOL';
      const boundary = own === '}' || before === '}' || before === '{' || before === ';';
      if (keyword || boundary || (assigned && !declared)) this.starts.push(from);
    });
  }

  /** The index of the step at an offset. */
  at(offset: number): number {
    return firstAtOrAfter(this.starts, offset + 1);
  }

  /**
   * The steps that a mistake at this offset makes uncertain. At the start of a step, the previous step is
   * included.
   */
  brokenAt(offset: number): number[] {
    const step = this.at(offset);
    return step > 0 && offset === this.getStart(step) ? [step - 1, step] : [step];
  }

  /** The start offset of a step. */
  getStart(step: number): number {
    return this.starts[step - 1] ?? 0;
  }
}

/** The syntax errors of a text, and the other errors that may follow from them. */
export class BrokenSteps {
  private readonly steps: Steps;
  private readonly broken: ReadonlySet<number>;
  /** Words in the broken steps, which may be meant as declarations. */
  private readonly words: ReadonlySet<string>;
  private readonly text: string;

  constructor(text: string, tokens: readonly Token[], steps: Steps, problems: readonly Range[]) {
    this.text = text;
    this.steps = steps;
    this.broken = new Set(problems.flatMap(({ from }) => steps.brokenAt(from)));
    const uncertain = tokens.filter(({ name, from }) => {
      const step = steps.at(from);
      const follows = this.broken.has(step - 1) && from === steps.getStart(step);
      return this.broken.has(step) || follows || (this.broken.size > 0 && name === 'VariableDefinition');
    });
    this.words = new Set(uncertain.map(({ from, to }) => text.slice(from, to)));
  }

  /** Whether the type or the number of arguments at this place is uncertain. */
  isUncertain({ from }: Range): boolean {
    return this.broken.has(this.steps.at(from));
  }

  /** Whether a syntax error may hide the declaration of a variable. */
  mayDeclare({ from, to }: Range): boolean {
    return this.words.has(this.text.slice(from, to));
  }
}
