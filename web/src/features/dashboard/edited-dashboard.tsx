import Button from '@mui/material/Button';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { type ReactNode, useState } from 'react';
import type { Path } from 'react-router';
import { useVersioned } from '../../shared/form/use-versioned.tsx';
import { asTyped, type FieldTexts } from '../../ui/dialogs/merge.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import { type DashboardDraft, toDraft, useUpdateDashboard } from './api/dashboards.ts';
import { CardDialog } from './dialogs/card-dialog.tsx';
import { SettingsDialog } from './dialogs/settings-dialog.tsx';
import { compact, firstFreeRow } from './grid/arrange.ts';
import { EditableGrid } from './grid/editable-grid.tsx';

const idIn = ({ search }: Path): string | null => new URLSearchParams(search).get('id');
const isSameDashboard = (here: Path, next: Path): boolean =>
  here.pathname === next.pathname && idIn(here) === idIn(next);

const texts: FieldTexts<DashboardDraft> = {
  name: { label: 'Name', text: asTyped },
  description: { label: 'Description', text: asTyped },
  sharing: { label: 'Sharing', text: (sharing) => (sharing === 'tenant' ? 'Shared' : 'Private') },
  variables: { label: 'Variables', text: (names) => names.join(', ') },
  range: { label: 'Range', text: ({ from, to }) => `${from} to ${to}` },
  cards: { label: 'Cards', text: (cards) => `${cards.length} cards` },
};

/** The editor of a dashboard. Nothing is stored before it is saved. */
export function EditedDashboard({
  dashboard,
  values,
  onClose,
}: {
  dashboard: Dashboard;
  values: CardValues;
  onClose: () => void;
}): ReactNode {
  const update = useUpdateDashboard();
  const edit = useVersioned<Dashboard, DashboardDraft>({
    what: 'The dashboard',
    record: dashboard,
    toDraft,
    texts,
    send: (draft, base) => update.mutateAsync({ draft, base }),
    onResolved: onClose,
  });
  const { draft, isDirty, isSaving, failure, change } = edit;
  const guard = useUnsavedGuard(isDirty, isSameDashboard);
  const [card, setCard] = useState<DashboardCard | 'new' | null>(null);
  const [isSetting, setIsSetting] = useState(false);
  const remove = ({ id }: DashboardCard) =>
    change({ cards: compact(draft.cards.filter((one) => one.id !== id)) });
  const applyCard = (kept: DashboardCard) => {
    const isKnown = draft.cards.some(({ id }) => id === kept.id);
    change({
      cards: isKnown
        ? draft.cards.map((one) => (one.id === kept.id ? kept : one))
        : [...draft.cards, { ...kept, y: firstFreeRow(draft.cards) }],
    });
    setCard(null);
  };
  return (
    <Page
      title={draft.name}
      state={isDirty ? 'Unsaved changes' : 'No changes'}
      actions={
        <>
          <Button onClick={() => setCard('new')}>Add card</Button>
          <Button
            variant="contained"
            loading={isSaving}
            onClick={() => void edit.save().then((saved) => saved && onClose())}
          >
            Save dashboard
          </Button>
          <ActionsMenu
            label="More for the edited dashboard"
            actions={[
              { label: 'Settings', onChoose: () => setIsSetting(true) },
              {
                label: isDirty ? 'Discard changes' : 'Stop editing',
                onChoose: () => {
                  edit.discard();
                  onClose();
                },
              },
            ]}
          />
        </>
      }
    >
      <ErrorState error={failure} fallback="The dashboard could not be saved." />
      {draft.cards.length === 0 ? (
        <EmptyState
          title="No cards yet."
          hint="Cards show queries, numbers, trends, maps and lists."
          action={<Button onClick={() => setCard('new')}>Add card</Button>}
        />
      ) : (
        <EditableGrid
          cards={draft.cards}
          values={values}
          onCards={(cards) => change({ cards })}
          onEdit={setCard}
          onRemove={remove}
        />
      )}
      {card === null ? null : (
        <CardDialog card={card === 'new' ? null : card} onApply={applyCard} onClose={() => setCard(null)} />
      )}
      {isSetting ? (
        <SettingsDialog
          draft={draft}
          onApply={(settings) => {
            change(settings);
            setIsSetting(false);
          }}
          onClose={() => setIsSetting(false)}
        />
      ) : null}
      {edit.dialog}
      {guard.dialog}
    </Page>
  );
}
