import type { ManagedUser, NewUser } from '@twinward/contracts/access/user';
import { noPassword, type PasswordValues } from '../../ui/form/password-fields.tsx';

export type UserSwitch = 'enabled' | 'isAdmin' | 'allowDirectLogin' | 'external';
type UserText = 'userName' | 'firstName' | 'lastName' | 'middleName' | 'email' | 'mobilePhone' | 'timeZone';

/** A user as the form holds it: what may be left out is empty text. */
export type UserForm = Record<UserText, string> &
  Record<UserSwitch, boolean> & { assignedGroups: string[]; directRecordTypes: string[] } & PasswordValues;

/** The fields that the server may find something wrong with. */
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

/** @param timeZone where a new user is at first */
export function formOf(user: ManagedUser | null, timeZone: string): UserForm {
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
    ...noPassword,
  };
}

export function changeOf({
  currentPassword: _,
  confirmation: __,
  newPassword,
  email,
  mobilePhone,
  ...rest
}: UserForm): NewUser {
  return {
    ...rest,
    email: email.trim() || null,
    mobilePhone: mobilePhone.trim() || null,
    ...(newPassword === '' || rest.external ? {} : { newPassword }),
  };
}
