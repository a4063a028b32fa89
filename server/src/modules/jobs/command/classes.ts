import { type CommandType, commandTypes } from '@twinward/contracts/core/command';
import type { JobClass } from '../../../platform/jobs/jobs.ts';

const classes: Record<CommandType, JobClass> = {
  'import-data-points': 'import',
  'import-assets': 'import',
  'import-work': 'import',
  'import-tags': 'import',
  'import-risk-analysis-assets': 'import',
  'recalculate-tag': 'evaluation',
  'simulate-protection': 'evaluation',
  'preview-mapping': 'interactive',
  'map-tag-aliases': 'interactive',
  'copy-twin': 'interactive',
  'recalculate-risk-analysis': 'interactive',
  'change-advisories': 'interactive',
};

/** The class of jobs whose slots a command takes. */
export const classOf = (type: CommandType): JobClass => classes[type];

/** The classes that commands have. */
export const commandClasses: readonly JobClass[] = [...new Set(Object.values(classes))];

/** All types of a class. */
export const typesOf = (jobClass: JobClass): CommandType[] =>
  commandTypes.filter((type) => classes[type] === jobClass);

/** The name of the jobs that carry out commands of a class; those of before had no class. */
export const jobNameOf = (jobClass: JobClass): string =>
  jobClass === 'interactive' ? 'command' : `command-${jobClass}`;
