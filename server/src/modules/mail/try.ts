import { email, required } from '@twinward/domain/rules/field-rules';
import { assertRules } from '../../platform/rules.ts';
import type { Tenant } from '../../platform/tenants.ts';
import { readSender } from './settings.ts';
import { openTransport } from './transport.ts';

/**
 * Sends a mail at once, and tells what the server says to it or why it could not be asked.
 * @throws AppError `invalid-request` when it is no address.
 */
export async function tryMail(tenant: Tenant, to: string): Promise<{ sent: boolean; answer: string }> {
  assertRules({ to }, { to: [required, email] });
  try {
    const sender = await readSender(tenant);
    if (sender.host === '')
      return { sent: false, answer: 'There is no mail server: mails stay in the outbox.' };
    const { response } = await openTransport(sender).sendMail({
      from: sender.from,
      to,
      subject: 'Test mail from Twinward',
      text: `Mails from Twinward reach you.\n\n${sender.publicAddress}\n`,
    });
    return { sent: true, answer: response };
  } catch (error) {
    return { sent: false, answer: (error as Error).message };
  }
}
