import { z } from 'zod';

/** Failure mechanisms: ISO 14224:2016, table B.2. Their captions are those of the list FAILURE_MECHANISM. */
const failureMechanisms: readonly string[] = [
  '1.0',
  '1.1',
  '1.2',
  '1.3',
  '1.4',
  '1.5',
  '1.6',
  '2.0',
  '2.1',
  '2.2',
  '2.3',
  '2.4',
  '2.5',
  '2.6',
  '2.7',
  '2.8',
  '3.0',
  '3.1',
  '3.2',
  '3.3',
  '3.4',
  '3.5',
  '3.6',
  '4.0',
  '4.1',
  '4.2',
  '4.3',
  '4.4',
  '4.5',
  '5.0',
  '5.1',
  '5.2',
  '5.3',
  '6.0',
  '6.1',
  '6.2',
  '6.3',
  '6.4',
];

/** Failure causes: ISO 14224:2016, table B.3. Their captions are those of the list FAILURE_CAUSE. */
const failureCauses: readonly string[] = [
  '1.0',
  '1.1',
  '1.2',
  '2.0',
  '2.1',
  '2.2',
  '3.0',
  '3.1',
  '3.2',
  '3.3',
  '3.4',
  '4.0',
  '4.1',
  '4.2',
  '5.0',
  '5.1',
  '5.2',
  '5.3',
  '5.4',
];

const optionalCode = (codes: readonly string[], message: string) =>
  z
    .string()
    .refine((code) => codes.includes(code), message)
    .nullable()
    .default(null);

export const failureMechanism = optionalCode(
  failureMechanisms,
  'Please give a failure mechanism code of ISO 14224.',
);
export const failureCause = optionalCode(failureCauses, 'Please give a failure cause code of ISO 14224.');
