import { type CommandType, commandTypes } from '@twinward/contracts/core/command';
import type { JobClass } from '../../../platform/jobs/jobs.ts';

const classes: Record<CommandType, JobClass> = {
  'import-data-points': 'import',
  'import-assets': 'import',
  'import-work': 'import',
  'import-tags': 'import',
  'import-list': 'import',
  'import-parameters': 'import',
  'import-feeds': 'import',
  'import-risk-analysis-assets': 'import',
  'import-records': 'import',
  'index-fields': 'import',
  'refresh-records': 'import',
  'remove-field': 'import',
  'check-package': 'import',
  'import-package': 'import',
  'roll-back-package': 'import',
  'clear-demo': 'import',
  'load-demo': 'import',
  'restart-demo': 'import',
  'read-history': 'history',
  'recalculate-tag': 'evaluation',
  'simulate-protection': 'evaluation',
  'simulate-draft': 'evaluation',
  'train-patterns': 'evaluation',
  'find-similar': 'interactive',
  'export-query': 'interactive',
  'export-package': 'interactive',
  'preview-mapping': 'interactive',
  'map-tag-aliases': 'interactive',
  'copy-twin': 'interactive',
  'preview-placement': 'interactive',
  'place-model': 'interactive',
  'preview-upgrade': 'interactive',
  'upgrade-twins': 'interactive',
  'recalculate-risk-analysis': 'interactive',
  'change-advisories': 'interactive',
  'change-records': 'interactive',
};

/** Returns the job class of a command type. */
export const toJobClass = (type: CommandType): JobClass => classes[type];

/** The job classes of commands. */
export const commandClasses: readonly JobClass[] = [...new Set(Object.values(classes))];

/** Returns the command types of a class. */
export const listTypesOfClass = (jobClass: JobClass): CommandType[] =>
  commandTypes.filter((type) => classes[type] === jobClass);

/** Returns the name of the jobs that run commands of a class. Jobs of earlier versions had no class. */
export const toJobName = (jobClass: JobClass): string =>
  jobClass === 'interactive' ? 'command' : `command-${jobClass}`;
