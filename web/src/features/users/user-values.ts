import type { ManagedUser, NewUser } from '@twinward/contracts/access/user';
import { noPassword, type PasswordValues } from '../../ui/form/password-fields.tsx';

export type UserSwitch = 'enabled' | 'isAdmin' | 'allowDirectLogin' | 'external';
type UserText = 'userName' | 'firstName' | 'lastName' | 'middleName' | 'email' | 'mobilePhone' | 'timeZone';

/** The form values of a user: optional fields are empty texts. */
export type UserForm = Record<UserText, string> &
  Record<UserSwitch, boolean> & {
    assignedGroups: string[];
    directRecordTypes: string[];
    temporaryPassword: boolean;
  } & PasswordValues;

/** Fields that the server's validation errors may name. */
export const serverFields = [
  'userName',
  'firstName',
  'lastName',
  'middleName',
  'email',
  'mobilePhone',
  'timeZone',
  'newPassword',
] as const;

/**
 * @param timeZone default of a new user
 * @param selfId the user who fills in the form
 */
export function toForm(user: ManagedUser | null, timeZone: string, selfId: number): UserForm {
  return {
    userName: user?.userName ?? '',
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    middleName: user?.middleName ?? '',
    email: user?.email ?? '',
    mobilePhone: user?.mobilePhone ?? '',
    timeZone: user?.timeZone ?? timeZone,
    enabled: user?.enabled ?? true,
    isAdmin: user?.isAdmin ?? false,
    allowDirectLogin: user?.allowDirectLogin ?? true,
    external: user?.external ?? false,
    assignedGroups: user?.assignedGroups ?? ['VIEWERS'],
    directRecordTypes: user?.directRecordTypes ?? [],
    temporaryPassword: user?.id !== selfId,
    ...noPassword,
  };
}

export function toChange({
  currentPassword: _,
  confirmation: __,
  newPassword,
  temporaryPassword,
  email,
  mobilePhone,
  ...rest
}: UserForm): NewUser {
  return {
    ...rest,
    email: email.trim() || null,
    mobilePhone: mobilePhone.trim() || null,
    ...(newPassword === '' || rest.external ? {} : { newPassword, temporaryPassword }),
  };
}
