import { useSearchParams } from 'react-router';

const parameter = 'import';

/**
 * The state of the data import dialog, which opens over any page. Kept in the query parameter `import`: empty, or the
 * id of the tag of a file with times and values.
 */
export function useImportDialog(): {
  open: boolean;
  tagId: number | null;
  show(tagId?: number): void;
  close(): void;
} {
  const [parameters, setParameters] = useSearchParams();
  const value = parameters.get(parameter);
  return {
    open: value !== null,
    tagId: value !== null && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null,
    show: (tagId) =>
      setParameters((current) => {
        const next = new URLSearchParams(current);
        next.set(parameter, tagId === undefined ? '' : String(tagId));
        return next;
      }),
    close: () =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete(parameter);
          return next;
        },
        { replace: true },
      ),
  };
}
