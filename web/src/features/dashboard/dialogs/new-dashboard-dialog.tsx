import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { dashboardPath } from '../../../shared/address/paths.ts';
import { NameDialog } from '../../../ui/dialogs/name-dialog.tsx';
import { useCopyDashboard, useCreateDashboard } from '../api/dashboards.ts';

/** Creates an empty private dashboard, or a copy of another, and opens it. */
export function NewDashboardDialog({
  copied,
  onClose,
}: {
  copied?: Dashboard;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const create = useCreateDashboard();
  const copy = useCopyDashboard(copied?.id ?? '');
  const add = (name: string): void => {
    const onSuccess = ({ id }: Dashboard) => {
      onClose();
      void navigate(dashboardPath(id));
    };
    if (copied) copy.mutate(name, { onSuccess });
    else create.mutate({ name, content: { cards: [] } } as never, { onSuccess });
  };
  return (
    <NameDialog
      title={copied ? `Copy ${copied.name}` : 'New dashboard'}
      copied={copied?.name}
      maximumLength={queryLengths.name}
      hint="Only you can see it until you share it."
      action={copied ? 'Copy dashboard' : 'Add dashboard'}
      saving={copied ? copy : create}
      fallback="The dashboard could not be added."
      onName={add}
      onClose={onClose}
    />
  );
}
