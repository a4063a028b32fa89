import type { Actor } from '../../../platform/actor.ts';
import { getSender } from './settings.ts';
import { openTransport } from './transport.ts';

const failure = 'The mail could not be sent. An administrator (isAdmin) sees what the mail server answered.';

/**
 * Sends a mail at once with the stored settings, which only administrators (isAdmin) change. Only they see why it
 * failed, since connection errors reveal which ports of this machine and its network are open.
 */
export async function tryMail(
  { tenant, isAdmin }: Pick<Actor, 'tenant' | 'isAdmin'>,
  to: string,
): Promise<{ sent: boolean; answer: string }> {
  try {
    const sender = await getSender(tenant);
    if (sender.host === '')
      return { sent: false, answer: 'There is no mail server. Mails stay in the outbox.' };
    const { response } = await openTransport(sender).sendMail({
      from: sender.from,
      to,
      subject: 'Test mail from Twinward',
      text: `Mails from Twinward reach you.\n\n${sender.publicAddress}\n`,
    });
    return { sent: true, answer: isAdmin ? response : 'The mail server accepted the mail.' };
  } catch (error) {
    return { sent: false, answer: isAdmin ? (error as Error).message : failure };
  }
}
