import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useMemo, useState } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { usePaused } from '../../ui/form/use-paused.ts';
import { formatCount } from '../../ui/format/format.ts';
import { SearchField } from '../../ui/list/search-field.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { type Choice, NodeTree } from './browse/node-tree.tsx';
import { maximumPreview, PreviewTable, usePreview } from './browse/preview.tsx';
import { useTree } from './browse/use-tree.ts';
import { ConnectionScreen, type ShownConnection } from './connection-screen.tsx';
import { connectionTagsPath } from './connection-words.ts';
import type { Candidate } from './take/candidates.ts';
import { CreateTagsDialog } from './take/create-tags-dialog.tsx';
import { FeedTagDialog } from './take/feed-tag-dialog.tsx';

/** Debounce of the search in milliseconds. */
const typingPause = 500;

/** `/settings/connections/{id}/browse`: browses the values of a system and creates tags from them. */
export const BrowsePage = (): ReactNode => (
  <ConnectionScreen>{(shown) => <Browse {...shown} />}</ConnectionScreen>
);

function Browse({ connection: { id: connectionId } }: ShownConnection): ReactNode {
  const [words, setWords] = useState('');
  const tree = useTree(connectionId, usePaused(words, typingPause));
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map());
  const [shown, show] = useState<'create' | 'feed' | null>(null);
  const [news, setNews] = useState('');
  const preview = usePreview(connectionId, (values) =>
    setChosen((now) => new Map([...now].map(([source, one]) => [source, { ...one, ...values.get(source) }]))),
  );
  const choice = useMemo<Choice>(
    () => ({
      has: (source) => chosen.has(source),
      set: (rows, isChosen) =>
        setChosen((now) => {
          const next = new Map(now);
          for (const { node, folders } of rows) {
            if (!isChosen) next.delete(node.source);
            else next.set(node.source, { ...node, folders });
          }
          return next;
        }),
    }),
    [chosen],
  );
  const candidates = [...chosen.values()];
  const done = (text: string): void => {
    show(null);
    setChosen(new Map());
    setNews(text);
  };
  return (
    <Stack spacing={3}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Name" value={words} onChange={setWords} />
        <Typography role="status" sx={{ ml: { sm: 'auto' } }}>
          {candidates.length === 0 ? '' : `${formatCount(candidates.length)} chosen`}
        </Typography>
        <Button disabled={candidates.length === 0} onClick={() => setChosen(new Map())}>
          Clear
        </Button>
        <Button
          disabled={candidates.length === 0 || candidates.length > maximumPreview}
          loading={preview.isPending}
          onClick={() => preview.mutate([...chosen.keys()])}
        >
          Read values
        </Button>
        <Button disabled={candidates.length !== 1} onClick={() => show('feed')}>
          Feed an existing tag
        </Button>
        <Button variant="contained" disabled={candidates.length === 0} onClick={() => show('create')}>
          Create tags
        </Button>
      </Stack>
      <ErrorState error={preview.error} fallback="The values could not be read." />
      {preview.data && candidates.length > 0 ? <PreviewTable candidates={candidates} /> : null}
      {news === '' ? null : (
        <Typography role="status" variant="body2">
          {news} <TextLink to={connectionTagsPath(connectionId)}>Show tags</TextLink>
        </Typography>
      )}
      <NodeTree tree={tree} choice={choice} />
      {shown === 'create' ? (
        <CreateTagsDialog
          connectionId={connectionId}
          candidates={candidates}
          onMade={(count) => done(count === 1 ? '1 tag created.' : `${formatCount(count)} tags created.`)}
          onClose={() => show(null)}
        />
      ) : null}
      {shown === 'feed' && candidates[0] ? (
        <FeedTagDialog
          connectionId={connectionId}
          source={candidates[0].source}
          onFed={({ name }) => done(`${candidates[0]?.name} feeds ${name}.`)}
          onClose={() => show(null)}
        />
      ) : null}
    </Stack>
  );
}
