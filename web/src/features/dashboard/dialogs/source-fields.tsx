import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId } from 'react';
import { useTag } from '../../../shared/api/queries/use-tag.ts';
import { type ChosenTag, TagPicker } from '../../../shared/pickers/tag-picker.tsx';
import { useSavedQuery } from '../../../shared/query/queries.ts';
import { type ChosenQuery, QueryPicker } from '../../../shared/query/query-picker.tsx';

/** A field for the tag of a card; 0 means not chosen. */
export function TagField({
  tagId,
  onTag,
}: {
  tagId: number;
  onTag: (tag: ChosenTag | null) => void;
}): ReactNode {
  return tagId === 0 ? <TagInput tag={null} onTag={onTag} /> : <KnownTag tagId={tagId} onTag={onTag} />;
}

function KnownTag({ tagId, onTag }: { tagId: number; onTag: (tag: ChosenTag | null) => void }): ReactNode {
  const { data } = useTag(tagId);
  return <TagInput tag={data ? { id: data.id, name: data.name } : null} onTag={onTag} />;
}

function TagInput({
  tag,
  onTag,
}: {
  tag: ChosenTag | null;
  onTag: (tag: ChosenTag | null) => void;
}): ReactNode {
  const id = useId();
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 1, fontSize: '0.8125rem' }}>
        Tag
      </FormLabel>
      <TagPicker
        id={id}
        tag={tag}
        types={['data_point', 'calculated']}
        renderInput={(input) => <TextField {...input} />}
        onTag={onTag}
      />
    </FormControl>
  );
}

/** A field for the query of a card; 0 means not chosen. */
export function QueryField({
  queryId,
  onQuery,
}: {
  queryId: number;
  onQuery: (query: ChosenQuery | null) => void;
}): ReactNode {
  return queryId === 0 ? (
    <QueryPicker label="Query" query={null} onQuery={onQuery} />
  ) : (
    <KnownQuery queryId={queryId} onQuery={onQuery} />
  );
}

function KnownQuery({
  queryId,
  onQuery,
}: {
  queryId: number;
  onQuery: (query: ChosenQuery | null) => void;
}): ReactNode {
  const { data } = useSavedQuery(queryId);
  return (
    <QueryPicker label="Query" query={data ? { id: data.id, name: data.name } : null} onQuery={onQuery} />
  );
}
