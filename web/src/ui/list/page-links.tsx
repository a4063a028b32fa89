import PaginationItem from '@mui/material/PaginationItem';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { formatCount } from '../format/format.ts';
import { Muted } from '../page/muted.tsx';

const visibleLinks = 6;

/** Six page numbers around the current page, within the first and the last. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - visibleLinks / 2 + 1, pages - visibleLinks + 1));
  const length = Math.min(visibleLinks, pages);
  return Array.from({ length }, (_, index) => first + index);
}

/** Shows the range of records on the page, and links to six pages, the first, the last, the next and the previous. */
export function PageLinks({
  page,
  pageSize,
  total,
  noun,
  onChange,
}: {
  page: number;
  pageSize: number;
  total: number;
  /** The records in plural, such as 'twins'. */
  noun: string;
  onChange: (page: number) => void;
}): ReactNode {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  const step = (type: 'first' | 'previous' | 'next' | 'last', target: number, label: string): ReactNode => (
    <PaginationItem
      type={type}
      size="small"
      aria-label={label}
      disabled={target < 1 || target > pages || target === page}
      onClick={() => onChange(target)}
    />
  );
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, pt: 2 }}
    >
      <Muted role="status">
        {total > 0 && from > total
          ? `Page ${page} of ${pages}`
          : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)} ${noun}`}
      </Muted>
      {pages === 1 && page === 1 ? null : (
        <Stack component="nav" direction="row" aria-label="Pages">
          {step('first', 1, 'First page')}
          {step('previous', page - 1, 'Previous page')}
          {pageWindow(Math.min(page, pages), pages).map((number) => (
            <PaginationItem
              key={number}
              type="page"
              size="small"
              page={number}
              selected={number === page}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onChange(number)}
            />
          ))}
          {step('next', page + 1, 'Next page')}
          {step('last', pages, 'Last page')}
        </Stack>
      )}
    </Stack>
  );
}
