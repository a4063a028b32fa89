import { type Access, hasAccess, type Permissions } from '@twinward/contracts/access/access';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import { AppError } from './errors.ts';

/** Refuses what a user may not do. @throws AppError `forbidden`. */
export function assertAccess(user: Permissions, access: Access): void {
  if (!hasAccess(user, access)) throw new AppError('forbidden', insufficientPrivilege);
}
