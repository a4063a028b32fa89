const coefficients = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/**
 * The gamma function for arguments of at least 0.5, to about 15 digits.
 * Source: Lanczos, A Precision Approximation of the Gamma Function, 1964, with g = 7 and 9 terms.
 */
export function gamma(x: number): number {
  const sum = coefficients.reduce((total, c, index) => total + c / (x + index), 0.99999999999980993);
  return Math.sqrt(2 * Math.PI) * (x + 6.5) ** (x - 0.5) * Math.exp(-(x + 6.5)) * sum;
}
