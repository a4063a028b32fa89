import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clips } from '@twinward/domain/clips';
import { expect, it } from 'vitest';
import { root } from './files.mjs';

const decisions = join(root, 'docs/decisions');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...(readdirSync(join(root, 'docs'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

it('lists every decision once, each with a unique number', () => {
  const files = readdirSync(decisions).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const numbers = files.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
  const index = readFileSync(join(decisions, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map((match) => match[1]);
  expect(listed).toEqual(files.sort());
});

it.each(pages)('has only valid links to files in %s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const targets = [...text.matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g)].map((match) => match[1]!);
  expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});

it('has exactly one part of the user guide, recording and captions file for every clip', () => {
  const guide = readFileSync(join(root, 'docs/guide.md'), 'utf8');
  const headings = [...guide.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
  expect(headings).toEqual(expect.arrayContaining(clips.map(({ title }) => title)));
  const files = clips.flatMap(({ id }) => [`${id}.vtt`, `${id}.webm`]);
  expect(readdirSync(join(root, 'docs/clips')).sort()).toEqual(files.sort());
});
