import Alert, { type AlertProps } from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';

/** A one-line message. A Details button shows the longer text, if any. */
export function AlertBar({
  severity,
  message,
  detail,
  action,
}: {
  severity: NonNullable<AlertProps['severity']>;
  message: ReactNode;
  detail?: string | undefined;
  /** Buttons after Details. */
  action?: ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Alert
      severity={severity}
      variant="outlined"
      sx={{ my: 2 }}
      action={
        <>
          {detail === undefined ? null : (
            <Button color="inherit" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
              Details
            </Button>
          )}
          {action}
        </>
      }
    >
      {message}
      {detail === undefined ? null : (
        <Collapse in={open} id={id}>
          <Typography variant="body2" sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {detail}
          </Typography>
        </Collapse>
      )}
    </Alert>
  );
}
