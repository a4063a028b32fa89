import { invalidLifeCycle } from '@twinward/contracts/assets/life-cycle-state';
import { describe, expect, it } from 'vitest';
import { isAssigned, removed, stateInForm, stateWhenEdited, stateWhenRemoved } from './life-cycle.ts';

describe('the life cycle of a probability or consequence', () => {
  it.each([
    ['notdefined', 'new'],
    ['notDefined', 'new'],
    ['new', 'new'],
    ['edit', 'edit'],
    ['removed', 'edit'],
    [null, null],
  ])('changes from %s to %s when edited', (state, next) => {
    expect(stateWhenEdited('probability', state)).toBe(next);
  });

  it.each([
    ['new', 'notdefined'],
    [null, 'removed'],
    ['edit', 'edit'],
    ['removed', 'edit'],
    ['notdefined', 'edit'],
  ])('changes from %s to %s when removed', (state, next) => {
    expect(stateWhenRemoved('consequence', state)).toBe(next);
  });

  it.each([
    ['notdefined', false],
    ['notDefined', false],
    ['removed', false],
    ['new', true],
    ['edit', true],
    [null, true],
  ])('%s counts as assigned: %s', (state, assigned) =>
    expect(isAssigned('probability', state)).toBe(assigned),
  );

  it('rejects any other state', () => {
    expect(() => stateWhenEdited('consequence', 'old')).toThrow(
      'invalid life cycle state for consequence: old',
    );
    expect(() => stateWhenRemoved('probability', 'Null')).toThrow(
      'invalid life cycle state for probability: Null',
    );
    expect(() => isAssigned('probability', '')).toThrow('invalid life cycle state for probability: ');
    expect(invalidLifeCycle('probability', { a: 1 })).toBe(
      'invalid life cycle state for probability: {"a":1}',
    );
    expect(invalidLifeCycle('probability', 'x'.repeat(101))).toBe(
      `invalid life cycle state for probability: ${'x'.repeat(100)}`,
    );
  });

  it('clears a removed value except for its identity', () => {
    const consequence = { id: 7, assetId: null, twinId: 3, value: 100, lifeCycleState: null };
    expect(removed('consequence', consequence)).toEqual({
      id: 7,
      assetId: null,
      twinId: 3,
      lifeCycleState: 'removed',
    });
  });
});

it.each([
  [false, true, 'edit'],
  [false, false, 'notDefined'],
  [true, true, null],
  [true, false, 'removed'],
])('in a form, existing %s and set %s results in %s', (existed, isSet, state) => {
  expect(stateInForm(existed, isSet)).toBe(state);
});
