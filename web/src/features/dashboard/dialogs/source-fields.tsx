import type { ReactNode } from 'react';
import { useTag } from '../../../shared/api/queries/use-tag.ts';
import { TagField } from '../../../shared/pickers/tag-field.tsx';
import type { ChosenTag } from '../../../shared/pickers/tag-picker.tsx';
import { useSavedQuery } from '../../../shared/query/queries.ts';
import { type ChosenQuery, QueryPicker } from '../../../shared/query/query-picker.tsx';

const types = ['data_point', 'calculated'] as const;

/** A field for the tag of a card; 0 means not chosen. */
export const CardTagField = ({
  tagId,
  onTag,
}: {
  tagId: number;
  onTag: (tag: ChosenTag | null) => void;
}): ReactNode =>
  tagId === 0 ? (
    <TagField tag={null} types={types} onTag={onTag} />
  ) : (
    <KnownTag tagId={tagId} onTag={onTag} />
  );

function KnownTag({ tagId, onTag }: { tagId: number; onTag: (tag: ChosenTag | null) => void }): ReactNode {
  const { data } = useTag(tagId);
  return <TagField tag={data ? { id: data.id, name: data.name } : null} types={types} onTag={onTag} />;
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
