import { useSearchParams } from 'react-router';
import { idIn } from '../../../shared/address/unknown-record.tsx';

/** The open part on a page of a model, kept in the URL as `?part=`; null for none. */
export function useOpenPart(): [part: number | 'new' | null, open: (part: number | 'new' | null) => void] {
  const [search, setSearch] = useSearchParams();
  const text = search.get('part');
  return [
    text === 'new' ? 'new' : idIn(text ?? undefined),
    (part) =>
      setSearch((current) => {
        const next = new URLSearchParams(current);
        if (part === null) next.delete('part');
        else next.set('part', String(part));
        return next;
      }),
  ];
}
