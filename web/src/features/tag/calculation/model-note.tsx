import Typography from '@mui/material/Typography';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { ReactNode } from 'react';
import { protectionPath } from '../../../shared/address/paths.ts';
import { TextLink } from '../../../ui/page/text-link.tsx';

/** By which model a tag without logic is calculated. */
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
        A model calculates this tag, so it has no logic: version {version} of{' '}
        {protectionId === null ? (
          'a protection that was deleted'
        ) : (
          <TextLink to={protectionPath(protectionId)}>{protectionName}</TextLink>
        )}
        . It is how far an input is from what it is expected to be, given the other inputs. It is calculated
        anew when another version goes into service.
      </Typography>
      <TextLink to={explore}>Explore its points</TextLink>
    </>
  );
}
