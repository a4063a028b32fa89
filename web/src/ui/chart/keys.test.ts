import { describe, expect, it } from 'vitest';
import { chartKey } from './keys.ts';

const press = (
  key: string,
  modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', true>> = {},
) => chartKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

describe('keys on a chart', () => {
  it('move with arrows and zoom with plus and minus', () => {
    expect(press('ArrowLeft')).toEqual({ type: 'range', action: { type: 'pan', fraction: -0.1 } });
    expect(press('ArrowRight')).toEqual({ type: 'range', action: { type: 'pan', fraction: 0.1 } });
    expect(press('+', { shiftKey: true })).toEqual({ type: 'range', action: { type: 'zoom', factor: 0.5 } });
    expect(press('-')).toEqual({ type: 'range', action: { type: 'zoom', factor: 2 } });
    expect(press('0')).toEqual({ type: 'range', action: { type: 'reset' } });
  });

  it('move the cursor with Shift and an arrow', () => {
    expect(press('ArrowRight', { shiftKey: true })).toEqual({ type: 'cursor', move: 1 });
    expect(press('PageUp', { shiftKey: true })).toEqual({ type: 'cursor', move: -10 });
  });

  it('are left to the browser otherwise', () => {
    expect(press('ArrowLeft', { altKey: true })).toBeNull();
    expect(press('-', { ctrlKey: true })).toBeNull();
    expect(press('0', { metaKey: true })).toBeNull();
    expect(press('Tab')).toBeNull();
    expect(press('a')).toBeNull();
  });
});
