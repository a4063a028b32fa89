import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** More characters than these don't make a weak password strong, but its check slow. */
const checkedLength = 64;
/** Guesses below a million: a list of common passwords, with the usual substitutions, finds it. */
const minimumScore = 2;

let estimator: ZxcvbnFactory | null = null;

/** Whether a password is common or easily derived from what is known of its owner. */
export function isEasyToGuess(password: string, known: readonly string[]): boolean {
  // The word lists take some MiB: loaded with the first password that is checked.
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const { score } = estimator.check(password.slice(0, checkedLength), ['twinward', ...known]);
  return score < minimumScore;
}
