import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { bindFields } from './bound-fields.ts';
import { useDraft } from './use-draft.ts';

const first = { name: '', level: null as number | null, active: true };
const findProblems = ({ name }: typeof first) => ({ name: name === '' ? 'Required.' : undefined });

describe('useDraft', () => {
  it('shows problems after the first attempt, and whether any value differs from the initial one', () => {
    const { result } = renderHook(() => useDraft(first, findProblems));
    expect(result.current.problems).toEqual({});
    expect(result.current.isDirty).toBe(false);
    act(() => {
      expect(result.current.check()).toBe(false);
    });
    expect(result.current.text('name').error).toBe('Required.');
    act(() => result.current.text('name').onChange({ target: { value: 'P-1' } }));
    expect(result.current.problems).toEqual({ name: undefined });
    expect(result.current.check()).toBe(true);
    expect(result.current.isDirty).toBe(true);
    act(() => result.current.set(first));
    expect(result.current.isDirty).toBe(false);
  });

  it('applies several changes in the same event', () => {
    const { result } = renderHook(() => useDraft(first));
    act(() => {
      result.current.change({ name: 'P-1' });
      result.current.input('level').onChange(3);
      result.current.toggle('active').onChange(false);
    });
    expect(result.current.draft).toEqual({ name: 'P-1', level: 3, active: false });
  });
});

describe('bindFields', () => {
  it('returns the value, message and change handler of each input', () => {
    const change = vi.fn();
    const bound = bindFields({ draft: first, problems: { level: 'Too low.' }, readOnly: true, change });
    expect(bound.text('name')).toMatchObject({ value: '', error: undefined, readOnly: true });
    expect(bound.input('level')).toMatchObject({ value: null, error: 'Too low.' });
    expect(bound.toggle('active')).toMatchObject({ checked: true, readOnly: true });
    bound.input('level').onChange(5);
    expect(change).toHaveBeenCalledWith({ level: 5 });
  });
});
