export { readAdvisoryRecords } from './record.ts';
