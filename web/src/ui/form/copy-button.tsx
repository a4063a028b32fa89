import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';

/** Copies a text to the clipboard. Renders nothing without HTTPS, where browsers offer no clipboard. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }): ReactNode {
  const [copied, setCopied] = useState<string | null>(null);
  if (navigator.clipboard === undefined) return null;
  return (
    <Button
      aria-label={label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
    >
      {copied === text ? 'Copied' : 'Copy'}
    </Button>
  );
}
