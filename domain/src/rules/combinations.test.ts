import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const document = read('docs/combinations.md');
const rows = document
  .split('\n')
  .filter((line) => line.endsWith('` |'))
  .map(
    (line) =>
      line.split(' | ').map((cell) => cell.replace(/^\| |`| \|$/g, '')) as [string, string, string, string],
  );

/** The source of a contract, with that of the range refinement if it uses it. */
const readContract = (path: string): string =>
  read(path) + (read(path).includes('notReversed(') ? read('contracts/src/core/time-range.ts') : '');

/** A check of at least two fields of an object. */
const combined = /\.(?:refine|superRefine)\(\s*\(\{[^}]*,/;

describe('the list of rules between fields', () => {
  it.each(rows)('contains the message of %s: %s', (_record, _rule, message, path) => {
    expect(readContract(path)).toContain(message);
  });

  it('contains each contract with such a rule', () => {
    const contracts = readdirSync(join(root, 'contracts/src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `contracts/src/${path}`);
    const missing = contracts.filter(
      (path) => combined.test(read(path)) && !document.includes(`\`${path}\``),
    );
    expect(contracts.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });
});
