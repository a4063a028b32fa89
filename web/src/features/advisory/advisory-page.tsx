import { mdiPencilOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Advisory, AdvisoryState, AdvisoryTransition } from '@twinward/contracts/advisories/advisory';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { advisoriesPath, twinTabs } from '../../shared/address/paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { RelatedRecords } from '../../shared/link/related-records.tsx';
import { PrintTitle } from '../../shared/print/print-title.tsx';
import { FurtherFacts } from '../../shared/record/further-facts.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { RationalizationFacts } from '../../shared/twin/rationalization-facts.tsx';
import { twinCrumbs } from '../../shared/twin/twin-crumbs.ts';
import { outcomeLabels } from '../../shared/value/outcome-labels.ts';
import { ValueSection } from '../../shared/value/value-section.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Unloaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PrintButton } from '../../ui/page/print.tsx';
import { Section } from '../../ui/page/section.tsx';
import { AdvisoryDialog } from './advisory-dialog.tsx';
import { AdvisoryFacts } from './advisory-facts.tsx';
import { stateLabels, transitionLabels } from './advisory-words.ts';
import { useAdvisory, useDeleteAdvisory, useTransition } from './api/advisories.ts';
import { Attachments } from './attachments.tsx';
import { Comments } from './comments.tsx';
import { Evidence } from './evidence.tsx';
import { History } from './history.tsx';
import { Occurrences } from './occurrences.tsx';
import { SimilarCases } from './similar-cases.tsx';
import { TargetDate } from './target-date.tsx';
import { asksFirst, noEntry, TransitionDialog } from './transition-dialog.tsx';
import { WhyAdvisoryLevel } from './why-advisory.tsx';
import { WorkRequestSection } from './work-request-section.tsx';

/** `/apps/twins/:twinId/advisories/:id` */
export function AdvisoryPage(): ReactNode {
  const parameters = useParams();
  const twinId = idIn(parameters.twinId);
  const id = idIn(parameters.id);
  return twinId === null || id === null ? (
    <UnknownRecord />
  ) : (
    <KnownAdvisory key={id} twinId={twinId} id={id} />
  );
}

function KnownAdvisory({ twinId, id }: { twinId: number; id: number }): ReactNode {
  const query = useAdvisory(twinId, id);
  const { data: advisory } = query;
  const isOfAnother = advisory !== undefined && advisory.twinId !== twinId;
  if (isUnknown(query.error) || isOfAnother) return <UnknownRecord />;
  const breadcrumbs = [
    ...twinCrumbs(twinId, advisory?.assetName),
    { label: 'Advisories', to: advisoriesPath(twinId) },
  ];
  const tabs = <LinkTabs label="Twin" tabs={twinTabs(twinId)} />;
  if (advisory === undefined) {
    return (
      <Page title={query.isError ? 'Advisory' : ''} breadcrumbs={breadcrumbs} tabs={tabs}>
        <Unloaded query={query} rows={12} fallback="The advisory could not be loaded." />
      </Page>
    );
  }
  return (
    <Page
      title={advisory.name}
      breadcrumbs={breadcrumbs}
      tabs={tabs}
      state={
        <>
          <Chip size="small" label={stateText(advisory)} />
          {advisory.level === null ? null : (
            <>
              <LevelChip
                level={advisory.level}
                muted={advisory.state !== 'active' && advisory.state !== 'submitted'}
              />
              <WhyAdvisoryLevel advisory={advisory} />
            </>
          )}
          {advisory.risk === null ? null : <RiskValue risk={advisory.risk} />}
          {advisory.targetDate === null ? null : (
            <Box component="span" sx={{ display: 'inline-flex', gap: 1 }}>
              Due <TargetDate advisory={advisory} />
            </Box>
          )}
        </>
      }
      actions={<AdvisoryActions advisory={advisory} />}
    >
      <PrintTitle
        facts={[
          ['Twin', advisory.assetName],
          ['State', stateText(advisory)],
          ['Protection', advisory.protection?.name ?? 'Drafted by hand'],
        ]}
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          columnGap: 10,
          rowGap: 6,
        }}
      >
        <Stack spacing={6} sx={{ minWidth: 0 }}>
          <WhatHappened advisory={advisory} />
          <Evidence advisory={advisory} />
          <SimilarCases advisory={advisory} />
          <Section title="Comments">
            <Comments advisory={advisory} />
          </Section>
          <RelatedRecords type="advisory" id={advisory.id} />
        </Stack>
        <Stack spacing={6} sx={{ minWidth: 0 }}>
          {advisory.rationalization === null ? null : (
            <Section title="What to do">
              <RationalizationFacts rationalization={advisory.rationalization} />
            </Section>
          )}
          <Section title="Facts">
            <AdvisoryFacts advisory={advisory} />
          </Section>
          <FurtherFacts type="advisory" record={advisory} />
          <WorkRequestSection advisory={advisory} />
          {advisory.state === 'closed' ? (
            <ValueSection twinId={advisory.twinId} advisoryId={advisory.id} />
          ) : null}
          <Attachments advisory={advisory} />
          <Section title="History">
            <History entries={advisory.history} />
          </Section>
        </Stack>
      </Box>
    </Page>
  );
}

const stateText = ({ state, outcome }: Advisory): string =>
  outcome === null ? stateLabels[state] : `${stateLabels[state]}: ${outcomeLabels[outcome].toLowerCase()}`;

function WhatHappened({ advisory }: { advisory: Advisory }): ReactNode {
  const { comment, occurrences } = advisory;
  return (
    <Section title="What happened">
      {comment === '' ? null : (
        <Typography sx={{ pb: 3, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '72ch' }}>
          {comment}
        </Typography>
      )}
      {occurrences.length === 0 ? (
        comment === '' ? (
          <EmptyState
            title="No evidence yet."
            hint="The comment and the excursions of the threshold are shown here."
          />
        ) : null
      ) : (
        <Occurrences advisory={advisory} />
      )}
    </Section>
  );
}

const editable: readonly AdvisoryState[] = ['draft', 'submitted', 'active'];
/** Transitions with a button beside the title; the others are in the menu. */
const foremost: readonly AdvisoryTransition[] = ['submit', 'approve', 'reject', 'revise', 'close'];

function AdvisoryActions({ advisory }: { advisory: Advisory }): ReactNode {
  const { id, twinId, state, version, transitions } = advisory;
  const mayWrite = useAccess('write:advisory');
  const navigate = useNavigate();
  const transition = useTransition(id);
  const removal = useDeleteAdvisory(id);
  const [asked, setAsked] = useState<AdvisoryTransition | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const choose = (next: AdvisoryTransition): void => {
    if (asksFirst(next)) setAsked(next);
    else transition.mutate({ transition: next, version, ...noEntry });
  };
  const shown = foremost.filter((one) => transitions.includes(one));
  const failure = asked === null ? (transition.error ?? removal.error) : null;
  return (
    <>
      <ErrorState error={failure} fallback="The advisory could not be changed." />
      {shown.map((one) => (
        <Button
          key={one}
          variant={one === shown[0] ? 'contained' : 'outlined'}
          loading={transition.isPending}
          onClick={() => choose(one)}
        >
          {transitionLabels[one]}
        </Button>
      ))}
      <PrintButton />
      <ActionsMenu
        label={`Actions for ${advisory.name}`}
        actions={[
          ...(mayWrite && editable.includes(state)
            ? [{ label: 'Edit', icon: mdiPencilOutline, onChoose: () => setIsEditing(true) }]
            : []),
          ...transitions
            .filter((one) => !foremost.includes(one))
            .map((one) => ({ label: transitionLabels[one], onChoose: () => choose(one) })),
          ...(mayWrite && state === 'draft'
            ? [{ label: 'Delete', onChoose: () => setIsDeleting(true) }]
            : []),
        ]}
      />
      {asked === null ? null : (
        <TransitionDialog
          transition={asked}
          title={`${transitionLabels[asked]}: ${advisory.name}`}
          saving={transition}
          onSave={(entry) =>
            transition.mutate({ transition: asked, version, ...entry }, { onSuccess: () => setAsked(null) })
          }
          onClose={() => {
            setAsked(null);
            transition.reset();
          }}
        />
      )}
      {isEditing ? (
        <AdvisoryDialog
          twinId={twinId}
          advisory={advisory}
          onSaved={() => setIsEditing(false)}
          onClose={() => setIsEditing(false)}
        />
      ) : null}
      {isDeleting ? (
        <ConfirmDialog
          title={`Delete ${advisory.name}?`}
          yes="Delete"
          zIndex={1400}
          busy={removal.isPending}
          onYes={() => removal.mutate(undefined, { onSuccess: () => void navigate(advisoriesPath(twinId)) })}
          onNo={() => setIsDeleting(false)}
        >
          This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
