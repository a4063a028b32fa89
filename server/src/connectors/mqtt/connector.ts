import type { Connector } from '../connector.ts';
import { addressOf, fields, problemsOf } from './config.ts';

const connector: Connector = {
  type: 'mqtt',
  name: 'MQTT',
  description: 'An MQTT broker: Sparkplug B, or plain topics with numbers or JSON.',
  fields,
  limits: [
    'A broker keeps no history: what was published while no session was kept for Twinward is missing for good. With quality of service 1 the broker keeps messages while Twinward is away, as long as it is set to.',
    'Sparkplug nodes publish data with quality of service 0, which brokers don’t keep: after an interruption the values of a node are uncertain until its next birth.',
    'Browse shows what a broker delivers within a few seconds, retained messages, and Sparkplug metrics of births seen before. Topics that were silent can be entered by name.',
    'Plain messages without a time get that of their arrival: one that the broker sends twice after a lost link is stored twice, and retained ones are not stored, as nobody knows when they were measured.',
    'Texts, bytes, date-times, arrays, data sets and templates of Sparkplug are not offered. A 64-bit integer beyond 2^53 is uncertain.',
    'Spoken is MQTT 3.1.1, which brokers of MQTT 5 understand. Shared subscriptions and quality of service 2 are not supported.',
    'Twinward never publishes, with one exception that is off at first: the request of births of Sparkplug.',
  ],
  check: problemsOf,
  addressOf,
  roles: ['live', 'browse'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;
