import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Advisory } from '@twinward/contracts/advisories/advisory';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useUnsavedChanges } from '../../ui/form/unsaved-changes.ts';
import { Time } from '../../ui/format/time.tsx';
import { useComment } from './api/advisories.ts';

/** The comments of an advisory, and a field to add one. */
export function Comments({ advisory: { id, comments } }: { advisory: Advisory }): ReactNode {
  const [text, setText] = useState('');
  const add = useComment(id);
  const isDirty = text.trim() !== '';
  useUnsavedChanges(isDirty);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty) add.mutate(text, { onSuccess: () => setText('') });
  };
  return (
    <>
      {comments.length === 0 ? null : (
        <Box component="ul" aria-label="Comments" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {comments.map((comment) => (
            <Box key={comment.id} component="li" sx={{ py: 2, borderBottom: 1, borderColor: 'divider' }}>
              <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
                {comment.userName ?? 'A deleted user'}, <Time value={comment.createdAt} />
              </Typography>
              <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {comment.text}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
      <Stack component="form" spacing={2} onSubmit={submit} sx={{ pt: 3, alignItems: 'flex-start' }}>
        <Field
          label="Add a comment"
          multiline
          maxRows={6}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <ErrorState error={add.error} fallback="The comment could not be added." />
        <Button type="submit" disabled={!isDirty} loading={add.isPending}>
          Comment
        </Button>
      </Stack>
    </>
  );
}
