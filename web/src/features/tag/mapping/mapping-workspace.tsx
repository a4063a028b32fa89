import { mdiUndo } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Suggestion } from '@twinward/contracts/twins/mapping';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { Icon } from '../../../ui/page/icon.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { type Move, useSuggestions } from '../api/suggestions.ts';
import { AcceptLikely } from './accept-likely.tsx';
import { MappingInputs } from './mapping-inputs.tsx';
import { MappingSuggestions } from './mapping-suggestions.tsx';
import { useMapping } from './use-mapping.ts';

const none: ReadonlyMap<number, readonly Suggestion[]> = new Map();

/** Inputs on one side, suggestions for the selected one on the other. */
export function MappingWorkspace({
  twinId,
  aliases,
  mayWrite,
  beginsAt,
}: {
  twinId: number;
  aliases: readonly TagAlias[];
  mayWrite: boolean;
  /** The tag whose input is selected first. */
  beginsAt: number | null;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [selectedId, setSelectedId] = useState(() => findFirst(aliases, beginsAt));
  const found = useSuggestions(aliases.map(({ id }) => id));
  const suggestions = found.data ?? none;
  const mapping = useMapping(aliases);
  const selected = aliases.find(({ id }) => id === selectedId) ?? aliases[0]!;
  const mapped = aliases.filter(({ mappedTagId }) => mappedTagId !== null).length;

  const focusInput = (id: number) => {
    setSelectedId(id);
    frame.current?.querySelector<HTMLElement>(`[data-input="${id}"]`)?.focus();
  };
  // Wait until the list is rendered for the selected input.
  const focusSuggestion = () =>
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[data-suggestion]')?.focus());
  const openInput = (id: number) => {
    setSelectedId(id);
    focusSuggestion();
  };
  const map = (tagId: number | null) => {
    const next = nextUnmapped(aliases, selected.id);
    mapping.map([{ alias: selected, tagId }], () => {
      if (tagId !== null && next !== null) openInput(next);
      else focusInput(selected.id);
    });
  };
  const mapAll = (moves: readonly Move[]) => mapping.map(moves);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const action = keys[event.key];
    if (action === undefined) return;
    const focus = document.activeElement as HTMLElement | null;
    const isInSuggestions = focus?.matches('[data-suggestion]') ?? false;
    if (action === 'next') {
      const next = nextUnmapped(aliases, selected.id);
      if (next !== null) focusInput(next);
    } else if (action === 'undo') {
      if (mapping.canUndo) mapping.undo();
    } else if (action === 'inputs') {
      if (!isInSuggestions) return;
      focusInput(selected.id);
    } else if (action === 'suggestions') {
      if (isInSuggestions) return;
      focusSuggestion();
    } else {
      const which = isInSuggestions ? '[data-suggestion]' : '[data-input]';
      const all = [...(frame.current?.querySelectorAll<HTMLElement>(which) ?? [])];
      const at = all.indexOf(focus!);
      if (at < 0) return;
      all[Math.min(all.length - 1, Math.max(0, at + (action === 'down' ? 1 : -1)))]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Box ref={frame} onKeyDown={onKeyDown}>
      <Stack direction="row" sx={{ alignItems: 'end', gap: 4, flexWrap: 'wrap', pb: 4 }}>
        <Typography role="status" sx={{ pb: 1 }}>
          {formatCount(mapped)} of {formatCount(aliases.length)} inputs are mapped.
        </Typography>
        {mayWrite ? (
          <Stack direction="row" sx={{ ml: { sm: 'auto' }, alignItems: 'end', gap: 2, flexWrap: 'wrap' }}>
            <Button
              startIcon={<Icon path={mdiUndo} />}
              disabled={!mapping.canUndo || mapping.isBusy}
              onClick={mapping.undo}
            >
              {mapping.lastCount > 1 ? `Undo ${formatCount(mapping.lastCount)}` : 'Undo'}
            </Button>
            <AcceptLikely aliases={aliases} suggestions={suggestions} busy={mapping.isBusy} onMap={mapAll} />
          </Stack>
        ) : null}
      </Stack>
      <ErrorState error={mapping.error} fallback="The inputs could not be mapped." />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
          gap: { xs: 5, md: 8 },
          alignItems: 'start',
        }}
      >
        <Section title="Inputs">
          <MappingInputs
            aliases={aliases}
            suggestions={suggestions}
            selectedId={selected.id}
            onSelect={setSelectedId}
            onOpen={openInput}
          />
        </Section>
        <MappingSuggestions
          twinId={twinId}
          alias={selected}
          found={found}
          mayWrite={mayWrite}
          busy={mapping.isBusy}
          onMap={map}
        />
      </Box>
      <Muted sx={{ pt: 4, display: { xs: 'none', md: 'block' } }}>
        Arrow keys move, Enter opens an input and maps a tag, Escape goes back, N goes to the next unmapped
        input{mayWrite ? ', U undoes' : ''}.
      </Muted>
    </Box>
  );
}

const keys: Record<string, 'up' | 'down' | 'suggestions' | 'inputs' | 'next' | 'undo'> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'suggestions',
  ArrowLeft: 'inputs',
  Escape: 'inputs',
  n: 'next',
  u: 'undo',
};

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [role="combobox"]') !== null;

function findFirst(aliases: readonly TagAlias[], tagId: number | null): number | null {
  const wanted = tagId === null ? undefined : aliases.find(({ mappedTagId }) => mappedTagId === tagId);
  return (wanted ?? aliases.find(({ mappedTagId }) => mappedTagId === null) ?? aliases[0])?.id ?? null;
}

/** The next input without a tag, wrapping around at the end. */
function nextUnmapped(aliases: readonly TagAlias[], afterId: number): number | null {
  const at = aliases.findIndex(({ id }) => id === afterId);
  const inTurn = [...aliases.slice(at + 1), ...aliases.slice(0, Math.max(0, at))];
  return inTurn.find(({ mappedTagId }) => mappedTagId === null)?.id ?? null;
}
