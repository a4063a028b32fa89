import type { Paging } from '@twinward/contracts/core/list';

/** Characters of an answer, as JSON, that an assistant is given at most. */
export const longestAnswer = 60_000;
/** Characters of an answer that are parsed at most: longer ones are cut as they are. */
const mostParsed = 4_000_000;

/** What a call answered. */
export interface CallAnswer {
  status: number;
  /** JSON; empty for none. */
  payload: string;
  /** Of lists: how many match in all. */
  total: number | null;
  /** Of lists: whether more than the total match. */
  isCapped: boolean;
  /** Seconds after which to try again. */
  retryAfter: number | null;
}

/** An answer within its bounds. */
export interface BoundedAnswer {
  status: number;
  result: unknown;
  total?: number;
  moreThanTotal?: true;
  retryAfter?: number;
  /** What is missing, and how to get it. */
  notice?: string;
}

/**
 * Cuts what is too long, and says so.
 * @param page of a list, the page that was asked for
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

/** Null where not even one record fits. */
function cutList(records: readonly unknown[], page: Paging | null, maximum: number) {
  const fitting = countFitting(records, maximum);
  if (fitting === 0) return null;
  if (page === null) {
    const notice = `The answer was cut: these are the first ${fitting} of ${records.length}. Please ask for less, such as a shorter range.`;
    return { result: records.slice(0, fitting), notice };
  }
  // Pages of this size begin where pages of the size that was asked for do.
  const size = page['page-size'];
  const next = largestDivisor(size, fitting);
  const kept = Math.floor(fitting / next) * next;
  const nextPage = ((page['page-number'] - 1) * size + kept) / next + 1;
  return {
    result: records.slice(0, kept),
    notice: `The page was cut: these are the first ${kept} of its ${records.length} records. To read on, ask with page-size ${next} and page-number ${nextPage}.`,
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

/** The largest divisor of a number that is no larger than `most`. */
function largestDivisor(of: number, most: number): number {
  let divisor = Math.min(of, most);
  while (of % divisor !== 0) divisor -= 1;
  return divisor;
}

const cutText = (payload: string, maximum: number) => ({
  result: payload.slice(0, maximum),
  notice: `The answer was cut: these are the first ${maximum} of its ${payload.length} characters of JSON. Please ask for less.`,
});
