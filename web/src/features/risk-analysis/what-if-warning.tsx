import { type ReactNode, useState } from 'react';
import { WarningDialog } from '../../ui/dialogs/warning-dialog.tsx';

/** A change of dates invalidates all scenarios; a change of assets may invalidate some. */
export type Invalidating = 'dates' | 'assets';

const texts: Record<Invalidating, { title: string; text: string }> = {
  dates: {
    title: 'Invalidates what-if',
    text: 'Are you sure you want to make this change and invalidate existing what-if scenarios?',
  },
  assets: {
    title: 'Warning',
    text: 'Are you sure you want to make this change which may invalidate existing what-if scenarios?',
  },
};

const storedAs = (kind: Invalidating): string => `suppress-what-if-${kind}`;

interface Asked {
  kind: Invalidating;
  go(): void;
  stay(): void;
}

/**
 * Warns before a change that invalidates scenarios, if there are valid ones and the user has not suppressed the warning
 * for the session.
 * @returns a function that runs such a change, and the dialog to render
 */
export function useWhatIfWarning(validScenarios: number) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const dialog: ReactNode =
    asked === null ? null : (
      <WarningDialog
        title={texts[asked.kind].title}
        suppressible
        onYes={(suppress) => {
          if (suppress) window.sessionStorage.setItem(storedAs(asked.kind), 'yes');
          setAsked(null);
          asked.go();
        }}
        onNo={() => {
          setAsked(null);
          asked.stay();
        }}
      >
        {texts[asked.kind].text}
      </WarningDialog>
    );
  return {
    dialog,
    /** Runs the change, after the warning if it applies. */
    warn(kind: Invalidating, go: () => void, stay: () => void = () => {}): void {
      const isDue = validScenarios > 0 && window.sessionStorage.getItem(storedAs(kind)) === null;
      if (isDue) setAsked({ kind, go, stay });
      else go();
    },
  };
}
