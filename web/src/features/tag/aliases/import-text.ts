import type { JobStatus } from '@twinward/contracts/signals/tag';

/** The status of the latest import into a tag; empty without one, or if it succeeded. */
export function importText(job: JobStatus | null | undefined): string {
  if (!job) return '';
  const words: Record<JobStatus['status'], string> = {
    pending: 'Waiting',
    loading: `Importing ${job.percent} %`,
    running: `Importing ${job.percent} %`,
    complete: '',
    error: 'Failed',
    canceled: 'Canceled',
  };
  return words[job.status];
}
