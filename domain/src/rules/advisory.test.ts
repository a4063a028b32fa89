import {
  type AdvisoryState,
  advisoryStates,
  advisoryTransitions,
} from '@twinward/contracts/advisories/advisory';
import { describe, expect, it } from 'vitest';
import {
  calculatePrecision,
  madeByRule,
  mayTransition,
  nextAdvisoryState,
  transitionProblems,
  transitionsFrom,
} from './advisory.ts';

const everyone = { isWriter: true, isReviewer: true };

describe('the states of an advisory', () => {
  it('change only by the transitions of the table', () => {
    const table = Object.fromEntries(
      advisoryStates.map((state) => [
        state,
        Object.fromEntries(
          advisoryTransitions.flatMap((transition) => {
            const next = nextAdvisoryState(state, transition, true);
            return next.ok ? [[transition, next.state]] : [];
          }),
        ),
      ]),
    );
    expect(table).toEqual({
      draft: { submit: 'submitted' },
      submitted: { approve: 'active', reject: 'rejected' },
      rejected: { revise: 'draft' },
      active: { cancel: 'canceled', close: 'closed' },
      canceled: {},
      closed: { reopen: 'active' },
    });
  });

  it('become active without review if there are no reviewers', () => {
    expect(nextAdvisoryState('draft', 'submit', false)).toEqual({ ok: true, state: 'active' });
    expect([madeByRule(true), madeByRule(false)]).toEqual(['submitted', 'active']);
  });

  it('reject a transition with the required state', () => {
    const refusal = (state: AdvisoryState, transition: (typeof advisoryTransitions)[number]) => {
      const next = nextAdvisoryState(state, transition, true);
      return next.ok ? null : next.message;
    };
    expect(refusal('closed', 'close')).toBe('Only an active advisory can be closed; this one is closed.');
    expect(refusal('active', 'submit')).toBe('Only a draft can be submitted; this one is active.');
    expect(refusal('draft', 'approve')).toBe(
      'Only a submitted advisory can be approved; this one is a draft.',
    );
  });

  it('can be changed by writers, and during review only by reviewers', () => {
    expect(transitionsFrom('submitted', { isWriter: true, isReviewer: false })).toEqual([]);
    expect(transitionsFrom('submitted', { isWriter: false, isReviewer: true })).toEqual([
      'approve',
      'reject',
    ]);
    expect(transitionsFrom('active', { isWriter: false, isReviewer: true })).toEqual([]);
    expect(transitionsFrom('active', everyone)).toEqual(['cancel', 'close']);
    expect(mayTransition('approve', { isWriter: true, isReviewer: false })).toBe(false);
  });
});

describe('the data required by a transition', () => {
  const facts = { reason: ' ', remediationId: null, outcome: null };
  it.each([
    ['submit', []],
    ['approve', []],
    ['reject', ['reason']],
    ['revise', []],
    ['cancel', ['reason']],
    ['close', ['remediationId', 'outcome']],
    ['reopen', ['reason']],
  ] as const)('is required for %s: %j', (transition, missing) => {
    expect(transitionProblems({ transition, ...facts })).toEqual(
      missing.map((path) => ({ path, message: 'Required.' })),
    );
    const given = { reason: 'Leaks.', remediationId: 2, outcome: 'confirmed' as const };
    expect(transitionProblems({ transition, ...given })).toEqual([]);
  });
});

describe('precision', () => {
  it('is the fraction of correct outcomes among correct and false ones', () => {
    expect(calculatePrecision({ confirmed: 2, prevented: 1, falseAlarm: 1 })).toBe(0.75);
    expect(calculatePrecision({ confirmed: 0, prevented: 0, falseAlarm: 0 })).toBeNull();
  });
});
