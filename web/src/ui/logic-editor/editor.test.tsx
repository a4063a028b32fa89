import { completionStatus, currentCompletions, startCompletion } from '@codemirror/autocomplete';
import { undo } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CheckOptions } from '@twinward/domain/language';
import { describe, expect, it, vi } from 'vitest';
import { Editor } from './editor.tsx';

const context: CheckOptions = {
  dialect: 'base',
  result: 'number',
  aliases: [
    { name: 'Flow', type: 'data_point', description: 'Discharge flow' },
    { name: 'Temp', type: 'data_point' },
  ],
};

function open(initial: string, change: Partial<Parameters<typeof Editor>[0]> = {}) {
  const onChange = vi.fn();
  render(
    <>
      <Editor label="Logic" initial={initial} context={context} onChange={onChange} {...change} />
      <button type="button">After</button>
    </>,
  );
  const field = screen.getByRole('textbox', { name: 'Logic' });
  const view = EditorView.findFromDOM(field)!;
  const type = (text: string, at = view.state.doc.length) =>
    act(() =>
      view.dispatch({
        changes: { from: at, insert: text },
        selection: { anchor: at + text.length },
        userEvent: 'input.type',
      }),
    );
  return { field, view, type, onChange, text: () => view.state.doc.toString() };
}

const problems = () => within(screen.getByRole('list', { name: 'Problems' })).queryAllByRole('button');

describe('the logic editor', () => {
  it('lists errors and warnings with their positions, and links the field to them', () => {
    const { field } = open('IF [Flwo] > 3 { RETURN COUNTER([Flow]) }');
    expect(problems().map((line) => line.textContent)).toEqual([
      'ErrorUnknown tag alias [Flwo]. Did you mean [Flow]? Line 1, column 4',
      'ErrorCOUNTER is not available in base Xen language Line 1, column 24',
    ]);
    expect(screen.getByRole('status').textContent).toBe('2 errors');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = field.getAttribute('aria-describedby')!.split(' ');
    expect(document.getElementById(described[1]!)).toBe(screen.getByRole('list', { name: 'Problems' }));
    expect(document.getElementById(described[0]!)!.textContent).toBe(
      'Ctrl+Space completes, F1 explains a word. F8 goes to the next problem.',
    );
  });

  it.each<[string, Partial<CheckOptions>, string]>([
    ['MOD([Flow])', {}, 'Method requires two paramters'],
    [
      'MATCHESPATTERN("Cavtation")',
      { dialect: 'indicator', result: 'boolean', patterns: ['No match', 'Cavitation'] },
      'Pattern (Cavtation) not found.',
    ],
  ])('lists the error of %s', (text, change, message) => {
    open(text, { context: { ...context, ...change } as CheckOptions });
    expect(problems().map((line) => line.textContent)).toEqual([
      expect.stringContaining(`Error${message} Line 1`),
    ]);
  });

  it('underlines errors in the text', async () => {
    const { field } = open('1 + [Flwo]');
    await waitFor(() =>
      expect([...field.querySelectorAll('.cm-lintRange-error')].map((mark) => mark.textContent)).toEqual([
        '[Flwo]',
      ]),
    );
  });

  it('checks the text after a pause in typing', async () => {
    const { type, onChange } = open('[Flow]');
    expect(problems()).toHaveLength(0);
    expect(screen.getByRole('status').textContent).toBe('No problems');
    type(' + ');
    expect(onChange).toHaveBeenLastCalledWith('[Flow] + ');
    await waitFor(() =>
      expect(problems().map((line) => line.textContent)).toEqual([
        'ErrorSyntax error: [1, 9] A value is missing after +. Line 1, column 9',
      ]),
    );
    type('[Temp]');
    await waitFor(() => expect(problems()).toHaveLength(0));
  });

  it('does not mark the field invalid for warnings', () => {
    const { field } = open('IF [Flow] > 3 { RETURN 1 }');
    expect(screen.getByRole('status').textContent).toBe('1 warning');
    expect(field.getAttribute('aria-invalid')).toBe('false');
  });

  it('moves to a problem by a click on its line, and to the next by F8', async () => {
    const { field, view } = open('[Flwo] + 1\n+ [Tmp]');
    await userEvent.click(problems()[1]!);
    expect(document.activeElement).toBe(field);
    const selected = () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to);
    expect(selected()).toBe('[Tmp]');
    fireEvent.keyDown(field, { key: 'F8', keyCode: 119 });
    expect(selected()).toBe('[Flwo]');
    fireEvent.keyDown(field, { key: 'F8', keyCode: 119 });
    expect(selected()).toBe('[Tmp]');
  });

  it('formats by button and by key, as one undo step', async () => {
    const { field, view, text, onChange } = open('if [Flow]>3 {return 1} else {return 2}');
    await userEvent.click(screen.getByRole('button', { name: 'Format' }));
    const formatted = 'IF [Flow] > 3 {\n  RETURN 1\n} ELSE {\n  RETURN 2\n}';
    expect(text()).toBe(formatted);
    expect(onChange).toHaveBeenLastCalledWith(formatted);
    act(() => void undo(view));
    expect(text()).toBe('if [Flow]>3 {return 1} else {return 2}');
    fireEvent.keyDown(field, { key: 'F', code: 'KeyF', keyCode: 70, shiftKey: true, altKey: true });
    expect(text()).toBe(formatted);
  });

  it('preserves the position of the cursor in its word when it formats', async () => {
    const { view } = open('if [Flow]>3 {return 1} else {return 2}');
    act(() => view.dispatch({ selection: { anchor: 'if [Flow]>3 {return'.length } }));
    await userEvent.click(screen.getByRole('button', { name: 'Format' }));
    expect(view.state.sliceDoc(0, view.state.selection.main.head)).toBe('IF [Flow] > 3 {\n  RETURN');
  });

  it('does not format a text with a syntax error', async () => {
    const { text } = open('if [Flow]>3 {');
    await userEvent.click(screen.getByRole('button', { name: 'Format' }));
    expect(text()).toBe('if [Flow]>3 {');
  });

  it('completes a half-typed word with argument fields', async () => {
    // Set instead of typed: the check after typing redraws the word, and jsdom then loses the cursor.
    const { field, view, text } = open('AVER');
    act(() => view.focus());
    act(() => view.dispatch({ selection: { anchor: 'AVER'.length } }));
    act(() => void startCompletion(view));
    await waitFor(() => expect(completionStatus(view.state)).toBe('active'));
    expect(currentCompletions(view.state).map(({ label }) => label)).toEqual(['AVERAGE']);
    // CodeMirror accepts a completion only a moment after it appeared.
    await waitFor(() => {
      fireEvent.keyDown(field, { key: 'Tab', keyCode: 9 });
      expect(text()).toBe('AVERAGE([tag], #1d)');
    });
    expect(view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to)).toBe('tag');
  });

  it('selects the next argument of a completed call by Tab', async () => {
    const { field, view, text } = open('AVER');
    const selected = () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to);
    const press = (key: string, keyCode: number) => fireEvent.keyDown(field, { key, keyCode });
    act(() => view.focus());
    act(() => view.dispatch({ selection: { anchor: 'AVER'.length } }));
    act(() => void startCompletion(view));
    await waitFor(() => {
      press('Tab', 9);
      expect(text()).toBe('AVERAGE([tag], #1d)');
    });
    act(() => view.dispatch({ ...view.state.replaceSelection('Fl'), userEvent: 'input.type' }));
    act(() => void startCompletion(view));
    await waitFor(() => expect(currentCompletions(view.state).map(({ label }) => label)).toEqual(['[Flow]']));
    await waitFor(() => {
      press('Tab', 9);
      expect(text()).toBe('AVERAGE([Flow], #1d)');
    });
    expect(selected()).toBe('1d');
  });

  it('lets Tab leave the field while no completion is open', () => {
    const { field, view } = open('[Flow]');
    act(() => view.focus());
    expect(fireEvent.keyDown(field, { key: 'Tab', keyCode: 9 })).toBe(true);
    expect(fireEvent.keyDown(field, { key: 'Tab', keyCode: 9, shiftKey: true })).toBe(true);
  });

  it('explains the word at the cursor by F1 until Escape', () => {
    const { field, view } = open('AVERAGE([Flow], #1d)');
    act(() => view.dispatch({ selection: { anchor: 10 } }));
    fireEvent.keyDown(field, { key: 'F1', keyCode: 112 });
    expect(document.querySelector('.cm-docs')!.textContent).toBe('[Flow]Discharge flow Data points.');
    fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 });
    expect(document.querySelector('.cm-docs')).toBeNull();
  });

  it('highlights syntax by the grammar', () => {
    const { field } = open('IF [Flow] > 3 { RETURN ABS(1) } // why');
    const colours = new Map(
      [...field.querySelectorAll('.cm-line span')].map((span) => [span.textContent, span.className]),
    );
    const kinds = ['IF', '[Flow]', '3', 'ABS', '// why'].map((word) => colours.get(word));
    expect(kinds.every((kind) => kind !== undefined && kind !== '')).toBe(true);
    expect(new Set(kinds).size).toBe(5);
  });

  it('rejects changes when read-only', () => {
    const { field } = open('[Flow]', { readOnly: true });
    expect(field.getAttribute('aria-readonly')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Format' })).toBeNull();
    expect(EditorView.findFromDOM(field)!.state.readOnly).toBe(true);
  });

  it('sets the nonce of the page on its styles', () => {
    document.head.innerHTML = '<meta name="csp-nonce" content="abc123">';
    open('1');
    const styles = [...document.querySelectorAll('style')].filter((style) =>
      style.textContent?.includes('.cm-'),
    );
    expect(styles.length).toBeGreaterThan(0);
    expect(styles.every((style) => style.nonce === 'abc123')).toBe(true);
  });
});
