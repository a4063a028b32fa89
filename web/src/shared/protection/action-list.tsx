import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type {
  AdvisoryAction,
  actionDirections,
  ThresholdActionChange,
} from '@twinward/contracts/protections/threshold';
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { PeopleField } from '../pickers/people-field.tsx';
import { type ActionChoices, AdvisoryForm } from './advisory-form.tsx';

const directions = [
  { value: 'enter', label: 'When an excursion begins' },
  { value: 'exit', label: 'When it ends' },
  { value: 'both', label: 'Both' },
];

const newNotify: ThresholdActionChange = {
  type: 'notify',
  direction: 'enter',
  who: [],
  notifySubscribers: true,
};
const newAdvisory: ThresholdActionChange = {
  type: 'advisory',
  direction: 'enter',
  activityId: null,
  comment: '',
  reviewerUserIds: [],
  reviewerGroupIds: [],
  inheritFailureModes: true,
  failureModeIds: [],
  targetHorizon: null,
  priority: null,
  work: null,
};

/** The actions at the start or end of a threshold's excursions. */
export function ActionList({
  label,
  actions,
  readOnly,
  choices,
  onChange,
}: {
  /** Name of the threshold. */
  label: string;
  actions: readonly ThresholdActionChange[];
  readOnly: boolean;
  choices: ActionChoices;
  onChange(actions: ThresholdActionChange[]): void;
}): ReactNode {
  const set = (index: number, action: ThresholdActionChange): void =>
    onChange(actions.map((one, at) => (at === index ? action : one)));
  return (
    <Box component="section" aria-label={`Actions of ${label}`}>
      {actions.map((action, index) => (
        <Box key={action.id ?? index} sx={{ borderLeft: 2, borderColor: 'divider', pl: 3, my: 2 }}>
          <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {action.type === 'notify' ? 'Notify' : 'Create an advisory'}
            </Typography>
            {readOnly ? null : (
              <Button sx={{ ml: 'auto' }} onClick={() => onChange(actions.filter((_, at) => at !== index))}>
                Remove
              </Button>
            )}
          </Stack>
          <Stack sx={{ gap: 3, pt: 1 }}>
            <SelectField
              label="When"
              choices={directions}
              value={action.direction}
              disabled={readOnly}
              onChange={(event) =>
                set(index, { ...action, direction: event.target.value as (typeof actionDirections)[number] })
              }
            />
            {action.type === 'notify' ? (
              <>
                <PeopleField
                  label="Who"
                  withEmail
                  value={action.who}
                  readOnly={readOnly}
                  onChange={(who) => set(index, { ...action, who })}
                />
                <SwitchField
                  label="Also notify subscribers of the twin"
                  checked={action.notifySubscribers}
                  readOnly={readOnly}
                  onChange={(notifySubscribers) => set(index, { ...action, notifySubscribers })}
                />
              </>
            ) : (
              <AdvisoryForm
                action={action}
                readOnly={readOnly}
                choices={choices}
                onChange={(change: Partial<AdvisoryAction>) => set(index, { ...action, ...change })}
              />
            )}
          </Stack>
        </Box>
      ))}
      {readOnly ? null : (
        <Stack direction="row" sx={{ gap: 2, pt: 1 }}>
          <Button onClick={() => onChange([...actions, newNotify])}>Notify someone</Button>
          <Button onClick={() => onChange([...actions, newAdvisory])}>Create an advisory</Button>
        </Stack>
      )}
    </Box>
  );
}
