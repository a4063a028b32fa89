import type { QuerySummary } from '@twinward/contracts/questions/query';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { NameDialog } from '../../ui/dialogs/name-dialog.tsx';
import { useCopyQuery } from './api.ts';
import { queryEditPath } from './query-paths.ts';

/** Creates a private copy of a query. */
export function CopyDialog({
  query: { id, name },
  onClose,
}: {
  query: Pick<QuerySummary, 'id' | 'name'>;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const copying = useCopyQuery(id);
  return (
    <NameDialog
      title={`Copy ${name}`}
      copied={name}
      maximumLength={queryLengths.name}
      hint="You own the copy. It is private until you share it."
      action="Copy"
      saving={copying}
      fallback="The query could not be copied."
      onName={(typed) =>
        copying.mutate(typed, { onSuccess: (made) => void navigate(queryEditPath(made.id)) })
      }
      onClose={onClose}
    />
  );
}
