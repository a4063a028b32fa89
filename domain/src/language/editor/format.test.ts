import { describe, expect, it } from 'vitest';
import { format } from './format.ts';

describe('format', () => {
  it('formats a program', () => {
    const text = `number  limit=12;bool hot
hot=[Bearing temp]>limit and not[Stopped]==1


// when it is hot
if(hot){return limit // at once
}else if[Flow]<-3{return abs( 0 , 1)}else{}   /* nothing
  else */
return No_calc`;
    expect(format(text)).toBe(`NUMBER limit = 12
BOOL hot
hot = [Bearing temp] > limit AND NOT [Stopped] == 1

// when it is hot
IF (hot) {
  RETURN limit // at once
} ELSE IF [Flow] < -3 {
  RETURN ABS(0, 1)
} ELSE {} /* nothing
  else */
RETURN NO_CALC`);
  });

  it('preserves the line breaks of an expression, indented', () => {
    expect(format('[A]>3\n    and([B]<2 // low\nOR TREND([A],increasing,#1D))')).toBe(
      '[A] > 3\n  AND ([B] < 2 // low\n  OR TREND([A], INCREASING, #1D))',
    );
  });

  it('preserves comments on separate lines, including the first and the last', () => {
    expect(format('  // first\n[A]-[B]--1\n\n\n // last')).toBe('// first\n[A] - [B] - -1\n\n// last');
  });

  it('does not change the names of variables', () => {
    expect(format('NUMBER increasing=1 RETURN MAX(1,increasing)')).toBe(
      'NUMBER increasing = 1\nRETURN MAX(1, increasing)',
    );
  });

  it.each(['IF ( {', '3 +', '[A', '('.repeat(200)])(
    'returns a text with a syntax error unchanged: %s',
    (text) => {
      expect(format(text)).toBe(text);
    },
  );
});
