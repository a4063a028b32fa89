import type { EditorView } from '@codemirror/view';
import { mdiFormatAlignLeft } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CheckOptions } from '@twinward/domain/language';
import { type ReactNode, useContext, useId, useMemo, useRef, useState } from 'react';
import { useSettled } from '../chart/use-settled.ts';
import { Icon } from '../page/icon.tsx';
import { Muted } from '../page/muted.tsx';
import { CodeField } from './code-field.tsx';
import { formatText, goToProblem } from './commands.ts';
import { OfferedTagsContext } from './offered-tags.ts';
import { ProblemList } from './problem-list.tsx';
import { countText, findProblems } from './problems.ts';

export interface LogicEditorProps {
  /** Label above the text. */
  label: string;
  /** The initial text. For another text, use another key. */
  initial: string;
  /** The names available to the text, and its expected type. */
  context: CheckOptions;
  readOnly?: boolean;
  onChange(text: string): void;
}

/** An editor for logic with completion, documentation, checks and formatting. */
export function Editor({ label, initial, context, readOnly = false, onChange }: LogicEditorProps): ReactNode {
  const id = useId();
  const offered = useContext(OfferedTagsContext);
  const view = useRef<EditorView | null>(null);
  const [text, setText] = useState(initial);
  const settled = useSettled(text) ?? text;
  const problems = useMemo(() => findProblems(settled, context), [settled, context]);
  const count = countText(problems);
  const attributes = {
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${id}-keys ${id}-problems`,
    'aria-invalid': String(problems.some(({ severity }) => severity === 'error')),
    'aria-readonly': String(readOnly),
  };
  return (
    <Box>
      <Stack direction="row" sx={{ alignItems: 'center', minHeight: 32 }}>
        <Typography
          id={`${id}-label`}
          onClick={() => view.current?.focus()}
          sx={{ flex: 1, color: 'text.secondary', fontSize: '0.8125rem' }}
        >
          {label}
        </Typography>
        {readOnly ? null : (
          <Button
            startIcon={<Icon path={mdiFormatAlignLeft} />}
            title="Format (Shift+Alt+F)"
            onClick={() => view.current && formatText(view.current)}
          >
            Format
          </Button>
        )}
      </Stack>
      <CodeField
        initial={initial}
        problems={problems}
        context={{ ...context, tags: offered.names }}
        readOnly={readOnly}
        attributes={attributes}
        onChange={(typed) => {
          setText(typed);
          onChange(typed);
        }}
        onTag={offered.add}
        onView={(made) => {
          view.current = made;
        }}
      />
      <Muted id={`${id}-keys`} sx={{ pt: 1 }}>
        {readOnly ? 'Read only. F1 explains a word.' : 'Ctrl+Space completes, F1 explains a word.'}
        {count === null ? '' : ' F8 goes to the next problem.'}
      </Muted>
      <Typography variant="body2" role="status" sx={{ fontWeight: 600, minHeight: 20 }}>
        {count ?? (text.trim() === '' ? 'No logic yet' : 'No problems')}
      </Typography>
      <ProblemList
        id={`${id}-problems`}
        problems={problems}
        onChoose={(problem) => view.current && goToProblem(view.current, problem)}
      />
    </Box>
  );
}
