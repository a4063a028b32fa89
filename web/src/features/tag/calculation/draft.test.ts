import type { Tag } from '@twinward/contracts/signals/tag';
import type { CalculationInput, TagAlias } from '@twinward/contracts/twins/tag-alias';
import { describe, expect, it } from 'vitest';
import {
  type Draft,
  draftProblems,
  serverProblems,
  toDraft,
  toNewTag,
  toWritable,
  usableInputs,
} from './draft.ts';

const draft: Draft = {
  name: 'MEAN',
  caption: 'Mean',
  unit: '',
  description: '',
  logic: '[Flow] + [Temp]',
  inputs: [
    { name: 'Flow', tag: { id: 1, name: 'FI-1' }, unit: 'm3/h' },
    { name: 'Spare', tag: null, unit: null },
  ],
  fields: {},
};
const ofTwin = [
  { name: 'Flow', mappedTagId: 9, mappedTagName: 'FI-9', unit: null },
  { name: 'Temp', mappedTagId: 2, mappedTagName: 'TI-2', unit: 'Cel' },
  { name: 'Unused', mappedTagId: 3, mappedTagName: 'XI-3', unit: null },
] as CalculationInput[];

describe('a draft of a calculated tag', () => {
  it('can use its own inputs and those of the twin; its own take precedence', () => {
    expect(usableInputs(draft, ofTwin).map(({ name, tag }) => [name, tag?.id ?? null])).toEqual([
      ['Flow', 1],
      ['Spare', null],
      ['Temp', 2],
      ['Unused', 3],
    ]);
  });

  it('copies the twin’s inputs used by its logic, and preserves its own', () => {
    expect(toWritable(draft, ofTwin, null).aliases).toEqual([
      { name: 'Flow', mappedTagId: 1, unit: 'm3/h' },
      { name: 'Spare', mappedTagId: null, unit: null },
      { name: 'Temp', mappedTagId: 2, unit: 'Cel' },
    ]);
  });

  it('preserves fields that are not shown', () => {
    const base = { keywords: ['k'], source: 'plant', assetIds: [4] } as unknown as Tag;
    expect(toWritable(draft, ofTwin, base)).toMatchObject({
      keywords: ['k'],
      source: 'plant',
      assetIds: [4],
      unit: null,
    });
    expect(toNewTag(draft, ofTwin, 5)).toMatchObject({
      type: 'calculated',
      assetIds: [5],
      logic: draft.logic,
    });
  });

  it('is created from a tag', () => {
    const alias = { name: 'Flow', mappedTagId: 1, mappedTagName: 'FI-1', unit: 'm3/h' } as TagAlias;
    const tag = { name: 'MEAN', caption: 'Mean', unit: null, description: '', logic: null, aliases: [alias] };
    expect(toDraft(tag as unknown as Tag)).toEqual({
      ...draft,
      logic: '',
      inputs: [{ name: 'Flow', tag: { id: 1, name: 'FI-1' }, unit: 'm3/h' }],
    });
  });

  it('has validation errors by field', () => {
    const wrong: Draft = {
      ...draft,
      name: ' ',
      caption: 'x'.repeat(203),
      inputs: [
        { name: 'A', tag: null, unit: null },
        { name: 'A ', tag: null, unit: null },
        { name: 'B]', tag: null, unit: null },
        { name: '', tag: null, unit: null },
      ],
    };
    expect([...draftProblems(wrong)]).toEqual([
      ['name', 'Required.'],
      ['caption', '3 characters over maximum length of 200.'],
      ['inputs.1', 'Please enter a unique value.'],
      ['inputs.2', 'Please enter a name without brackets.'],
      ['inputs.3', 'Required.'],
    ]);
    expect(draftProblems(draft).size).toBe(0);
  });

  it('maps the errors of the server to its fields', () => {
    expect([
      ...serverProblems([
        { path: '0.name', message: 'Taken.' },
        { path: 'aliases.2.name', message: 'Bad.' },
      ]),
    ]).toEqual([
      ['name', 'Taken.'],
      ['inputs.2', 'Bad.'],
    ]);
  });
});
