import { useEffect, useState } from 'react';

/** The whole screen for a dashboard; Escape leads back. Some browsers, such as those of phones, have no full screen. */
export function useFullScreen(): { isFull: boolean; toggle: () => void } {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const follow = () => setIsFull(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  return {
    isFull,
    toggle: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      // Where a browser refuses, the page stays as it is.
      else void document.documentElement.requestFullscreen?.().catch(() => undefined);
    },
  };
}
