import { newModelPath } from '../../shared/address/library-paths.ts';
import { type PageCommand, usePageCommands } from '../../shared/commands/page-commands.ts';
import { useImportDialog } from '../../shared/import/use-import-dialog.ts';
import { useAppearance } from '../../shared/session/appearance.ts';
import type { Session } from '../../shared/session/session.ts';
import { mayOpen } from '../../shared/session/session-context.tsx';

const themes = [
  ['light', 'Use the light theme'],
  ['dark', 'Use the dark theme'],
  ['system', 'Use the system theme'],
] as const;

/** Commands of every page, offered by Ctrl+K after words of their titles are typed. */
export function useShellCommands(session: Session): void {
  const { appearance, change } = useAppearance();
  const { show } = useImportDialog();
  const commands: PageCommand[] = themes
    .filter(([theme]) => theme !== appearance.theme)
    .map(([theme, title]) => ({ title, isTyped: true, run: () => change({ theme }) }));
  if (mayOpen(session, 'write:tag')) {
    commands.push({ title: 'Import data', isTyped: true, run: () => show() });
  }
  if (mayOpen(session, 'apps') && mayOpen(session, 'write:twin')) {
    commands.push({ title: 'New twin', isTyped: true, to: '/apps/twins?new=true' });
  }
  if (mayOpen(session, 'apps') && mayOpen(session, 'write:library-model')) {
    commands.push({ title: 'New twin model', isTyped: true, to: newModelPath() });
  }
  if (mayOpen(session, 'system')) {
    commands.push(
      { title: 'Export package', isTyped: true, to: '/settings/exchange?package=export' },
      { title: 'Import package', isTyped: true, to: '/settings/exchange?package=import' },
    );
  }
  if (mayOpen(session, 'connections')) {
    commands.push({ title: 'New webhook', isTyped: true, to: '/settings/webhooks?new=true' });
  }
  if (mayOpen(session, 'users')) {
    commands.push({ title: 'New service account', isTyped: true, to: '/settings/service-accounts?new=true' });
  }
  usePageCommands(commands);
}
