import { useEffect, useState } from 'react';

/** Toggles full screen. Escape exits. Some browsers, such as those on phones, do not support it. */
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
      // Ignored if the browser rejects it.
      else void document.documentElement.requestFullscreen?.().catch(() => undefined);
    },
  };
}
