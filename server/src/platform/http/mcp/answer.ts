import type { Paging } from '@twinward/contracts/core/list';

/** Maximum characters of a response, as JSON, for an assistant. */
export const longestAnswer = 60_000;
/** Maximum characters of a response to parse; longer ones are truncated as text. */
const mostParsed = 4_000_000;

/** The response of a call. */
export interface CallAnswer {
  status: number;
  /** JSON, or empty. */
  payload: string;
  /** Total number of matching records, for lists. */
  total: number | null;
  /** Whether more records match than the total, for lists. */
  isCapped: boolean;
  /** Seconds to wait before retrying. */
  retryAfter: number | null;
}

/** A response of limited length. */
export interface BoundedAnswer {
  status: number;
  result: unknown;
  total?: number;
  moreThanTotal?: true;
  retryAfter?: number;
  /** Says what was cut, and how to get it. */
  notice?: string;
}

/**
 * Truncates a long response and adds a notice.
 * @param page the requested page of a list
 */
export function boundAnswer(
  answer: CallAnswer,
  page: Paging | null,
  maximum: number = longestAnswer,
): BoundedAnswer {
  const { status, total, isCapped, retryAfter } = answer;
  return {
    status,
    ...boundResult(answer.payload, page, maximum),
    ...(total === null ? {} : { total }),
    ...(isCapped ? { moreThanTotal: true } : {}),
    ...(retryAfter === null ? {} : { retryAfter }),
  };
}

function boundResult(
  payload: string,
  page: Paging | null,
  maximum: number,
): Pick<BoundedAnswer, 'result' | 'notice'> {
  if (payload === '') return { result: null };
  if (payload.length > mostParsed) return cutText(payload, maximum);
  const result: unknown = JSON.parse(payload);
  if (payload.length <= maximum) return { result };
  return (Array.isArray(result) ? cutList(result, page, maximum) : null) ?? cutText(payload, maximum);
}

/** Null if not even one record fits. */
function cutList(records: readonly unknown[], page: Paging | null, maximum: number) {
  const fitting = countFitting(records, maximum);
  if (fitting === 0) return null;
  if (page === null) {
    const notice = `The response was truncated to the first ${fitting} of ${records.length} records. Please request less, such as a shorter range.`;
    return { result: records.slice(0, fitting), notice };
  }
  // A divisor of the requested size, so that page limits coincide.
  const size = page['page-size'];
  const next = largestDivisor(size, fitting);
  const kept = Math.floor(fitting / next) * next;
  const nextPage = ((page['page-number'] - 1) * size + kept) / next + 1;
  return {
    result: records.slice(0, kept),
    notice: `The page was truncated to the first ${kept} of its ${records.length} records. For the next ones, use page-size ${next} and page-number ${nextPage}.`,
  };
}

function countFitting(records: readonly unknown[], maximum: number): number {
  let length = 2;
  const beyond = records.findIndex((record) => {
    length += JSON.stringify(record).length + 1;
    return length > maximum;
  });
  return beyond === -1 ? records.length : beyond;
}

/** Returns the largest divisor of a number that is at most `most`. */
function largestDivisor(of: number, most: number): number {
  let divisor = Math.min(of, most);
  while (of % divisor !== 0) divisor -= 1;
  return divisor;
}

const cutText = (payload: string, maximum: number) => ({
  result: payload.slice(0, maximum),
  notice: `The response was truncated to the first ${maximum} of ${payload.length} characters of JSON. Please request less.`,
});
