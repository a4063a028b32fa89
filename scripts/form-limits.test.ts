import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The code that checks fields of forms and calls. The limits themselves are defined in contracts/src. */
const roots = ['domain/src/rules', 'server/src/modules', 'web/src'];

/** A limit written as a number: an argument of a rule, a length of an input, or a number in a message. */
const limit = new RegExp(
  [
    String.raw`\b(?:minimumLength|exactLength|minimumNumber)\([\d_.]+\)`,
    String.raw`\bnumberBetween\([^()]*[\d_.]+\)`,
    String.raw`\bmaxLength(?::|=\{)\s*\d+`,
    String.raw`characters over maximum length of \d+`,
    String.raw`Please enter a number between [\d.]+ and [\d.]+`,
  ].join('|'),
  'g',
);

/** Limits of fields that are not sent unchanged in a request. */
const ownLimits = [
  // Search boxes: their text is converted to filters of a list.
  'web/src/features/search/search-dialog.tsx: maxLength: 500',
  'web/src/ui/list/search-field.tsx: maxLength: 200',
];

const isChecked = (file: string) => /\.tsx?$/.test(file) && !/\.test\.|testing\//.test(file);

const findLimits = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(limit)].map(([found]) => `${file}: ${found}`);

it('finds limits written as numbers', () => {
  const source = `
    maximum: [numberBetween(0, 1000)], name: [minimumLength(8)],
    slotProps={{ input: { maxLength: 500 } }} 'Please enter a number between 0.1 and 20.'
    numberBetween(0, largestInteger)`;
  expect([...source.matchAll(limit)].map(([found]) => found)).toEqual([
    'numberBetween(0, 1000)',
    'minimumLength(8)',
    'maxLength: 500',
    'Please enter a number between 0.1 and 20.',
  ]);
});

it('repeats no limit of the contract in a form or a module', () => {
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(isChecked)
      .map((file) => join(root, file)),
  );
  expect(files.flatMap(findLimits).sort()).toEqual(ownLimits);
});
