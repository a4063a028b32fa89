import { type Access, hasAccess, type Permissions } from '@twinward/contracts/access/access';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import { AppError } from './errors.ts';

/**
 * Checks that a user has a right.
 * @throws AppError `forbidden`.
 */
export function assertAccess(user: Permissions, access: Access): void {
  if (!hasAccess(user, access)) throw new AppError('forbidden', insufficientPrivilege);
}
