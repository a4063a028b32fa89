import { mdiArrowDown, mdiArrowUp, mdiDelete, mdiDragVertical } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import type { BoundFields } from '../../ui/form/bound-fields.ts';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import type { DraftThreshold } from './draft.ts';

/** The name and level of a threshold, and the buttons to move and remove it. */
export function ThresholdHead({
  label,
  fields,
  isFirst,
  isLast,
  readOnly,
  onMove,
  onRemove,
  onDragStart,
  onDragEnd,
}: {
  label: string;
  fields: BoundFields<DraftThreshold>;
  isFirst: boolean;
  isLast: boolean;
  readOnly: boolean;
  onMove(step: 1 | -1): void;
  onRemove(): void;
  onDragStart(): void;
  onDragEnd(): void;
}): ReactNode {
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
      {readOnly ? null : (
        <Tooltip title="Drag, or Alt+arrows, to move">
          <IconButton
            size="small"
            data-handle
            aria-label={`Move ${label}`}
            draggable
            onDragStart={onDragStart}
            onDragEnd={onDragEnd}
            sx={{ cursor: 'grab', mt: 6 }}
          >
            <Icon path={mdiDragVertical} />
          </IconButton>
        </Tooltip>
      )}
      <Box
        sx={{
          flex: 1,
          minWidth: { xs: 220, sm: 0 },
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'minmax(0, 1fr) minmax(88px, 120px)',
        }}
      >
        <Field label="Threshold" required {...fields.text('name')} />
        <NumberField label="Level" {...fields.input('level')} />
      </Box>
      {readOnly ? null : (
        <Stack direction="row" sx={{ mt: { xs: 0, sm: 6 }, ml: { xs: 'auto', sm: 0 } }}>
          <Move label={`Move ${label} up`} icon={mdiArrowUp} disabled={isFirst} onClick={() => onMove(-1)} />
          <Move
            label={`Move ${label} down`}
            icon={mdiArrowDown}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <Move label={`Remove ${label}`} icon={mdiDelete} disabled={false} onClick={onRemove} />
        </Stack>
      )}
    </Stack>
  );
}

const Move = ({
  label,
  icon,
  disabled,
  onClick,
}: {
  label: string;
  icon: string;
  disabled: boolean;
  onClick(): void;
}): ReactNode => (
  <IconButton size="small" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    <Icon path={icon} />
  </IconButton>
);
