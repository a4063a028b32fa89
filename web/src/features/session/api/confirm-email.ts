import type { confirmEmail } from '@twinward/contracts/access/user';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';

export const useConfirmEmail = () => useApiMutation<typeof confirmEmail>('POST /api/user/email/confirm');
