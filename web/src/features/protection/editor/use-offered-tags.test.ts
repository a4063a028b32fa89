import type { TagSummary } from '@twinward/contracts/signals/tag';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { expect, it } from 'vitest';
import { unreadTags } from './use-offered-tags.ts';

const tag = (id: number, name: string, caption = '') => ({ id, name, caption }) as TagSummary;
const alias = (name: string, mappedTagId: number | null) => ({ name, mappedTagId }) as TagAlias;

it('offers tags without an input, with unused captions', () => {
  const tags = [
    tag(1, 'P7.T', 'Temperature'),
    tag(2, 'P7.F', 'Flow'),
    tag(3, 'P8.F', 'Flow'),
    tag(4, 'P7.L', 'Level'),
    tag(5, 'P7.[X]', 'Speed [rpm]'),
  ];
  const offered = unreadTags(tags, [alias('Temp', 1), alias('Level', null)]);
  expect([...offered].map(([name, { id }]) => [name, id])).toEqual([
    ['Flow', 2],
    ['P8.F', 3],
    ['P7.L', 4],
  ]);
});
