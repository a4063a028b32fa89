import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';

/** Copies a text, and says so. Browsers allow it on encrypted pages only; elsewhere the text is marked by hand. */
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
