import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ParameterContext } from '@twinward/domain/language';
import { type ReactNode, useRef, useState } from 'react';
import { announce } from '../../ui/feedback/announcer.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import type { ActionChoices } from './advisory-form.tsx';
import {
  type Draft,
  type DraftThreshold,
  type LogicInput,
  moved,
  newThreshold,
  type Problems,
  problemsUnder,
  withThreshold,
} from './draft.ts';
import { ThresholdEditor } from './threshold-editor.tsx';

/** Edits the ordered thresholds. Among equal levels the first wins, and logic may refer to thresholds above it. */
export function ThresholdList({
  draft,
  generation,
  aliases,
  parameters = noParameters,
  patterns = noPatterns,
  problems,
  readOnly,
  choices,
  onChange,
}: {
  draft: Draft;
  /** Increases when texts are replaced from outside. */
  generation: number;
  aliases: readonly LogicInput[];
  /** Parameters available to logic. */
  parameters?: readonly ParameterContext[] | undefined;
  /** Names of the patterns of a pattern protection. */
  patterns?: readonly string[] | undefined;
  problems: Problems;
  readOnly: boolean;
  choices: ActionChoices;
  onChange(thresholds: DraftThreshold[]): void;
}): ReactNode {
  const { thresholds } = draft;
  const dragged = useRef<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [renames, setRenames] = useState<ReadonlyMap<string, number>>(new Map());
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number): void => {
    if (to < 0 || to >= thresholds.length || from === to) return;
    const { key, name } = thresholds[from]!;
    onChange(moved(thresholds, from, to));
    announce(`${name} is now ${to + 1} of ${thresholds.length}.`);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] [data-handle]`)?.focus(),
    );
  };

  const add = (): void => {
    const name = freeName(thresholds);
    onChange([...thresholds, newThreshold(name)]);
    announce(`${name} was added.`);
  };

  const change = (key: string, part: Partial<DraftThreshold>): void => {
    const next = withThreshold(thresholds, key, part);
    const followed = next.filter((one, index) => one.key !== key && one.logic !== thresholds[index]!.logic);
    if (followed.length > 0) {
      // Texts changed programmatically: their editors are recreated.
      setRenames(
        (known) =>
          new Map([...known, ...followed.map((one) => [one.key, (known.get(one.key) ?? 0) + 1] as const)]),
      );
    }
    onChange(next);
  };

  return (
    <Box>
      {thresholds.length === 0 ? (
        <EmptyState
          title="No thresholds yet."
          hint="The logic of a threshold defines when something is wrong. Its level defines how serious it is."
        />
      ) : null}
      <Box component="ol" ref={list} aria-label="Thresholds" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {thresholds.map((threshold, index) => (
          <Box
            component="li"
            key={threshold.key}
            data-key={threshold.key}
            onDragOver={(event) => {
              if (dragged.current === null) return;
              event.preventDefault();
              setTarget(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged.current !== null) move(dragged.current, index);
            }}
            sx={{ borderTop: 2, borderColor: target === index ? 'primary.main' : 'divider', py: 3 }}
          >
            <ThresholdEditor
              draft={draft}
              index={index}
              editorKey={`${generation} ${renames.get(threshold.key) ?? 0}`}
              aliases={aliases}
              parameters={parameters}
              patterns={patterns}
              problems={problemsUnder(problems, `thresholds.${index}`)}
              readOnly={readOnly}
              choices={choices}
              onChange={(part) => change(threshold.key, part)}
              onMove={(step) => move(index, index + step)}
              onRemove={() => {
                onChange(thresholds.filter(({ key }) => key !== threshold.key));
                announce(`${threshold.name} was removed.`);
              }}
              onDragStart={() => {
                dragged.current = index;
              }}
              onDragEnd={() => {
                dragged.current = null;
                setTarget(null);
              }}
            />
          </Box>
        ))}
      </Box>
      {readOnly ? null : (
        <Stack direction="row" sx={{ pt: 2 }}>
          <AddButton variant="outlined" onClick={add}>
            Add threshold
          </AddButton>
        </Stack>
      )}
    </Box>
  );
}

const noParameters: readonly ParameterContext[] = [];
const noPatterns: readonly string[] = [];

function freeName(thresholds: readonly DraftThreshold[]): string {
  const names = new Set(thresholds.map(({ name }) => name));
  let number = thresholds.length + 1;
  while (names.has(`Threshold ${number}`)) number++;
  return `Threshold ${number}`;
}
