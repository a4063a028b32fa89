import Box from '@mui/material/Box';
import type { DefinitionProblem } from '@twinward/contracts/library/twin-model';
import type { ReactNode } from 'react';
import { type ModelPage, modelPagePath } from '../../../shared/address/library-paths.ts';
import { TextLink } from '../../../ui/page/text-link.tsx';

/** The page on which each kind of part is edited. */
const pageByKind: Record<NonNullable<DefinitionProblem['kind']>, ModelPage> = {
  parameters: 'details',
  tagAliases: 'tags',
  tags: 'tags',
  failureModes: 'risk',
  activities: 'activities',
  indicators: 'protection',
  thresholds: 'protection',
};

/** The problems that prevent publishing a draft, each with a link to its part. */
export const ProblemLinks = ({
  modelId,
  problems,
  onFollow,
}: {
  modelId: number;
  problems: readonly DefinitionProblem[];
  onFollow?(): void;
}): ReactNode => (
  <Box component="ul" aria-label="Problems" sx={{ m: 0, mt: 1, pl: 4 }}>
    {problems.map(({ kind, id, part, field, message }) => (
      <li key={`${kind} ${id} ${field} ${message}`}>
        <TextLink
          to={modelPagePath(modelId, kind === null ? 'details' : pageByKind[kind], {
            part: id ?? undefined,
          })}
          {...(onFollow === undefined ? {} : { onClick: onFollow })}
        >
          {part || 'The model'}
        </TextLink>
        {`: ${message}`}
      </li>
    ))}
  </Box>
);
