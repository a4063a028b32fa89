import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Maximum length to check. Longer passwords are truncated: checking them would be slow, and extra characters do not
 * make a weak password strong.
 */
const checkedLength = 64;
/** A score below 2 means fewer than a million guesses: a list of common passwords with the usual substitutions. */
const minimumScore = 2;

let estimator: ZxcvbnFactory | null = null;

/** Returns whether a password is common, or easily derived from known data of its owner. */
export function isEasyToGuess(password: string, known: readonly string[]): boolean {
  // Loaded with the first check, since the word lists take some MiB.
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const { score } = estimator.check(password.slice(0, checkedLength), ['twinward', ...known]);
  return score < minimumScore;
}
