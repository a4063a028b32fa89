import { useEffect } from 'react';

/**
 * Restores the focus when the focused element is removed, hidden or disabled, mostly by its own action. The focus
 * returns to a button that has finished loading, else moves to the heading of the section.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The last focused element and its ancestors, nearest first. */
    let path: HTMLElement[] = [];
    let awaited: HTMLElement | null = null;
    let frame = 0;
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      path = withAncestors(target);
      awaited = null;
    };
    // A click outside controls removes the focus on purpose.
    const forget = (): void => {
      path = [];
    };
    const mend = (): void => {
      const [last] = path;
      if (last === undefined || !isLost()) return;
      if (isGone(last)) {
        awaited = isLoading(last) ? last : null;
        if (awaited === null) headingNear(path)?.focus();
      } else if (last === awaited) {
        last.focus();
      }
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      cancelAnimationFrame(frame);
      // After dialogs have restored the focus.
      frame = requestAnimationFrame(mend);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget, { capture: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget, { capture: true });
    };
  }, []);
}

function withAncestors(element: HTMLElement): HTMLElement[] {
  const path = [element];
  for (let up = element.parentElement; up !== null && up !== document.body; up = up.parentElement) {
    path.push(up);
  }
  return path;
}

const isDisabled = (element: Element): boolean => element.matches(':disabled');

const isGone = (element: Element): boolean =>
  !element.isConnected || isDisabled(element) || element.checkVisibility?.() === false;

/** Whether the focus is lost. Some browsers keep it on a disabled element. */
const isLost = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  isDisabled(document.activeElement);

const isLoading = (element: Element): boolean => element.isConnected && element.matches('.MuiButton-loading');

/** The first heading in the nearest mounted ancestor that has one, else in the page. */
function headingNear(path: readonly HTMLElement[]): HTMLElement | null {
  const parts = [...path.filter(({ isConnected }) => isConnected), document.getElementById('main')];
  for (const part of parts) {
    const heading = part?.querySelector<HTMLElement>('h1, h2, h3');
    if (!heading) continue;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    return heading;
  }
  return null;
}
