import type { Attack } from '../attack.ts';
import { accountAttacks } from './accounts.ts';
import { connectionAttacks } from './connections.ts';
import { evaluationAttacks } from './evaluation.ts';
import { fileAttacks } from './files.ts';
import { recordAttacks } from './records.ts';

export const attacks: readonly Attack[] = [
  ...evaluationAttacks,
  ...fileAttacks,
  ...connectionAttacks,
  ...accountAttacks,
  ...recordAttacks,
];
