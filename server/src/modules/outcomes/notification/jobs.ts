export { aggregateMailJob } from './aggregate.ts';
export { notifyOfEventsJob } from './events.ts';
export { heldMailsJob } from './held-mails.ts';
export { notifyOfSetAsideJob } from './set-aside.ts';
