import { mdiCheckCircle, mdiCircleOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { FirstStepName, FirstSteps } from '@twinward/contracts/system/first-steps';
import type { ReactNode } from 'react';
import { protectionEditPath, simulationPath, suggestRulePath, twinPath } from '../../shared/address/paths.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useDismissFirstSteps, useFirstSteps } from './api/first-steps.ts';

interface Step {
  name: FirstStepName;
  label: string;
  hint: string;
  /** Link to the page of the step, depending on existing records. */
  to: (steps: FirstSteps) => string;
}

const allTwins = '/apps/twins';

const steps: readonly Step[] = [
  {
    name: 'import-data',
    label: 'Import your data',
    hint: 'CSV, TSV or Excel: a column of times, and one for each signal',
    to: () => '/home?import=',
  },
  {
    name: 'make-twin',
    label: 'Create a twin',
    hint: 'It maps the signals of an asset to the inputs of its rules',
    to: () => `${allTwins}?new=true`,
  },
  {
    name: 'make-rule',
    label: 'Create a rule',
    hint: 'Mark problems on a chart and choose one of the suggested rules',
    to: ({ twinId }) => (twinId === null ? allTwins : suggestRulePath(twinId)),
  },
  {
    name: 'simulate',
    label: 'Simulate the rule',
    hint: 'Test the rule on past data',
    to: ({ protection }) =>
      protection === null ? allTwins : simulationPath(protection.twinId, protection.id),
  },
  {
    name: 'put-live',
    label: 'Activate the rule',
    hint: 'Activate the protection and its twin to watch new data',
    to: ({ protection }) =>
      protection === null
        ? allTwins
        : protection.active
          ? twinPath(protection.twinId)
          : protectionEditPath(protection.id),
  },
];

/**
 * The steps from an empty database to a live rule, for users with access. Hidden when a rule is live, or by the user.
 */
export function FirstStepsList(): ReactNode {
  const rights = [useAccess('write:tag'), useAccess('write:twin'), useAccess('write:protection')];
  return rights.every(Boolean) ? <Shown /> : null;
}

function Shown(): ReactNode {
  const { data } = useFirstSteps();
  const dismiss = useDismissFirstSteps();
  if (data === undefined || data.isDismissed || data.done.includes('put-live')) return null;
  const next = steps.find(({ name }) => !data.done.includes(name));
  return (
    <Box sx={{ pb: 5 }}>
      <Section
        title="First steps with your own data"
        aside={
          <Button loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
            Hide first steps
          </Button>
        }
      >
        <Muted sx={{ pb: 2 }}>
          {data.done.length} of {steps.length} done
        </Muted>
        <ErrorState error={dismiss.error} fallback="The steps could not be hidden." />
        <Box
          component="ol"
          aria-label="First steps"
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `repeat(${steps.length}, minmax(0, 1fr))` },
            columnGap: 4,
            m: 0,
            p: 0,
            listStyle: 'none',
          }}
        >
          {steps.map(({ name, label, hint, to }) => {
            const isDone = data.done.includes(name);
            return (
              <Box component="li" key={name} sx={{ display: 'flex', gap: 2, py: 1 }}>
                <Icon
                  path={isDone ? mdiCheckCircle : mdiCircleOutline}
                  sx={{ fontSize: 20, color: isDone ? 'success.main' : 'text.secondary' }}
                />
                <Box sx={{ minWidth: 0 }}>
                  <TextLink
                    to={to(data)}
                    sx={{ fontWeight: name === next?.name ? 600 : 400 }}
                    {...(isDone ? { color: 'text.secondary' } : {})}
                  >
                    {label}
                  </TextLink>
                  <span className="visually-hidden">{isDone ? ' (done)' : ' (to do)'}</span>
                  <Muted>{hint}</Muted>
                </Box>
              </Box>
            );
          })}
        </Box>
      </Section>
    </Box>
  );
}
