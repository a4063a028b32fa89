import Box from '@mui/material/Box';
import type { resolvePrincipals } from '@twinward/contracts/access/security';
import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { ReactNode } from 'react';
import { protectionEditPath } from '../../shared/address/paths.ts';
import { useApiQuery } from '../../shared/api/api-query.ts';
import { useActivities } from '../../shared/api/queries/use-activities.ts';
import { outcomeLabels } from '../../shared/value/outcome-labels.ts';
import { formatDuration } from '../../ui/format/format.ts';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { Time } from '../../ui/format/time.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { TargetDate } from './target-date.tsx';
import { isOfModes, WhyAdvisoryRisk } from './why-advisory.tsx';

/** The fields of an advisory, read-only. */
export function AdvisoryFacts({ advisory }: { advisory: Advisory }): ReactNode {
  const activities = useActivities(advisory.twinId).data ?? [];
  const { protection, threshold, priority, targetHorizon, failureModes } = advisory;
  const facts: (readonly [string, ReactNode])[] = [
    [
      'From',
      protection === null ? (
        'Drafted by hand'
      ) : (
        <>
          {threshold === null ? '' : `${threshold.name} of `}
          <TextLink underline="always" to={protectionEditPath(protection.id)}>
            {protection.name}
          </TextLink>
        </>
      ),
    ],
    ['Target date', <TargetDate key="target" advisory={advisory} />],
    ['Target horizon', targetHorizon === null ? '–' : formatDuration(targetHorizon)],
    ['Priority', priority ?? '–'],
    ['Risk', <AdvisoryRisk key="risk" advisory={advisory} />],
    ['Activity', activities.find(({ id }) => id === advisory.activityId)?.name ?? '–'],
    ['Failure modes', failureModes.map(({ name }) => name).join(', ') || '–'],
    ['Reviewers', <Reviewers key="reviewers" advisory={advisory} />],
    [
      'Created',
      <span key="made">
        <Time value={advisory.createdAt} /> by{' '}
        {advisory.createdBy ?? (advisory.source === 'rule' ? 'its protection' : 'a deleted user')}
      </span>,
    ],
  ];
  if (advisory.outcome !== null) {
    facts.push(['Outcome', outcomeLabels[advisory.outcome]]);
    facts.push(['Remediation', advisory.remediation ?? '–']);
    facts.push(['Closed', <Time key="closed" value={advisory.closedAt} />]);
  }
  return <Facts facts={facts} />;
}

/** The risk at stake, and the record it belongs to. */
function AdvisoryRisk({ advisory }: { advisory: Advisory }): ReactNode {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center' }}>
      <RiskValue risk={advisory.risk} />
      {advisory.risk === null ? null : (
        <Box component="span" sx={{ color: 'text.secondary', pl: 2 }}>
          {isOfModes(advisory) ? 'of its failure modes' : 'of the twin'}
        </Box>
      )}
      <WhyAdvisoryRisk advisory={advisory} />
    </Box>
  );
}

function Reviewers({ advisory }: { advisory: Advisory }): ReactNode {
  const { reviewerUserIds: users, reviewerGroupIds: groups } = advisory;
  const known = useApiQuery<typeof resolvePrincipals>(
    ['principals', { users, groups }],
    'POST /api/security/resolve',
    { body: { users, groups } },
    { enabled: users.length + groups.length > 0 },
  );
  if (users.length + groups.length === 0) return '–';
  if (known.data === undefined) return '…';
  return [
    ...known.data.users.map(({ userName }) => userName),
    ...known.data.groups.map(({ caption }) => `${caption} (group)`),
  ].join(', ');
}
