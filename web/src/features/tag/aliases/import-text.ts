import type { JobStatus } from '@twinward/contracts/signals/tag';

/** How the latest import into a tag stands, in a few words; nothing where there was none or all went well. */
export function importText(job: JobStatus | null | undefined): string {
  if (!job) return '';
  const words: Record<JobStatus['status'], string> = {
    pending: 'Waits',
    loading: `Importing ${job.percent} %`,
    running: `Importing ${job.percent} %`,
    complete: '',
    error: 'Failed',
    canceled: 'Canceled',
  };
  return words[job.status];
}
