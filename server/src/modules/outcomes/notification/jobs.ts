export { aggregateMailJob } from './aggregate.ts';
export { notifyOfEventsJob } from './events.ts';
export { notifyOfSetAsideJob } from './set-aside.ts';
