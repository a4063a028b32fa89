import Chip from '@mui/material/Chip';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import type { ReactNode } from 'react';
import { modelPath } from '../../../shared/address/library-paths.ts';
import { versionText } from '../../../shared/library/version-text.ts';
import { TextLink } from '../../../ui/page/text-link.tsx';

/** The displayed version of a model, and its state. */
export function ModelState({
  model,
  isNewest,
}: {
  model: TwinModel;
  /** Whether it is the draft, or the newest version if there is no draft. */
  isNewest: boolean;
}): ReactNode {
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        label={model.state === 'draft' ? 'Draft' : `Version ${versionText(model)}`}
      />
      {model.active ? null : <Chip size="small" label="Retired" />}
      {isNewest ? null : (
        <TextLink to={modelPath(model.id)} variant="body2">
          Go to the newest version
        </TextLink>
      )}
    </>
  );
}
