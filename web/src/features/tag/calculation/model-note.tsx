import Typography from '@mui/material/Typography';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { ReactNode } from 'react';
import { protectionPath } from '../../../shared/address/paths.ts';
import { TextLink } from '../../../ui/page/text-link.tsx';

/** A note with the model that calculates a tag without logic. */
export function ModelNote({
  model,
  explore,
}: {
  model: NonNullable<Tag['model']>;
  explore: string;
}): ReactNode {
  const { protectionId, protectionName, version } = model;
  return (
    <>
      <Typography sx={{ pb: 1 }}>
        This tag has no logic. It is calculated by version {version} of{' '}
        {protectionId === null ? (
          'a deleted protection'
        ) : (
          <TextLink to={protectionPath(protectionId)}>{protectionName}</TextLink>
        )}
        . It shows how far an input is from its expected value, given the other inputs. It is recalculated
        when another version goes into service.
      </Typography>
      <TextLink to={explore}>Explore points</TextLink>
    </>
  );
}
