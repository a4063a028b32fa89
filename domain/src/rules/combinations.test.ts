import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const document = readFileSync(join(root, 'docs/combinations.md'), 'utf8');
const rows = document
  .split('\n')
  .filter((line) => line.endsWith('` |'))
  .map(
    (line) =>
      line.split(' | ').map((cell) => cell.replace(/^\| |`| \|$/g, '')) as [string, string, string, string],
  );

/** A check of an object by two of its fields or more. */
const combined = /\.(?:refine|superRefine)\(\s*\(\{[^}]*,/;

describe('the document of fields that must fit together', () => {
  it.each(rows)('%s: %s', (_record, _rule, message, path) => {
    expect(readFileSync(join(root, path), 'utf8')).toContain(message);
  });

  it('names each contract with such a rule', () => {
    const contracts = readdirSync(join(root, 'contracts/src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `contracts/src/${path}`);
    const missing = contracts.filter(
      (path) => combined.test(readFileSync(join(root, path), 'utf8')) && !document.includes(`\`${path}\``),
    );
    expect(contracts.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });
});
