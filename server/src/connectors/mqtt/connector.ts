import type { Connector } from '../connector.ts';
import { fields, findProblems, toAddress } from './config.ts';

const connector: Connector = {
  type: 'mqtt',
  name: 'MQTT',
  description: 'Reads from an MQTT broker: Sparkplug B, or plain topics with numbers or JSON.',
  fields,
  limits: [
    'A broker keeps no history. Messages published while it kept no session for Twinward are lost. With quality of service 1, the broker keeps messages while Twinward is disconnected, as long as its settings allow.',
    'Sparkplug nodes publish data with quality of service 0, which brokers don’t keep. After an interruption, the values of a node are uncertain until its next birth.',
    'Browse shows what the broker delivers within a few seconds, retained messages, and metrics from earlier Sparkplug births. Enter other topics by name.',
    'Plain messages without a time get their arrival time. A message that the broker sends twice after a lost connection is stored twice. Retained messages are not stored, because their time is unknown.',
    'Texts, bytes, date-times, arrays, data sets and templates of Sparkplug are not offered. A 64-bit integer beyond 2^53 is uncertain.',
    'Twinward uses MQTT 3.1.1, which MQTT 5 brokers support. Shared subscriptions and quality of service 2 are not supported.',
    'Twinward never publishes messages, except Sparkplug rebirth requests, which are off by default.',
  ],
  check: findProblems,
  toAddress,
  roles: ['live', 'browse'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;
