import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Longer passwords are truncated for the check, which would be slow without making a weak password strong.
 */
const checkedLength = 64;
/**
 * A score below 2 means fewer than a million guesses: a list of common passwords with the usual
 * substitutions.
 */
const minimumScore = 2;

let estimator: ZxcvbnFactory | null = null;

/** Whether a password is common or easily derived from known data of its owner. */
export function isEasyToGuess(password: string, known: readonly string[]): boolean {
  // The word lists take some MiB: loaded with the first check.
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const { score } = estimator.check(password.slice(0, checkedLength), ['twinward', ...known]);
  return score < minimumScore;
}
