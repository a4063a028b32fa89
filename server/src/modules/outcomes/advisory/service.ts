export { listAdvisoryRecords } from './record.ts';
