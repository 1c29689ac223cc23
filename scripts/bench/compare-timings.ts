const sorted = (values: number[]) => [...values].sort((a, b) => a - b)

/** The value below which this share of the values is. */
export function quantile(values: number[], share: number) {
  const all = sorted(values)
  return all[Math.min(all.length - 1, Math.floor(share * all.length))] ?? Number.NaN
}
export const median = (values: number[]) => quantile(values, 0.5)

/** Abramowitz and Stegun 7.1.26; the error is below 1.5e-7. */
function normalTail(z: number) {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return polynomial * Math.exp(-x * x)
}

/**
 * Mann–Whitney U test, two-sided, by its normal approximation with tie correction.
 * @returns `p`: the probability that two samples of one source differ this much; `superiority`: how often a value of
 * `b` is above one of `a` (0.5: no difference)
 */
export function mannWhitney(a: number[], b: number[]) {
  const all = [...a.map((value) => ({ value, of: 0 })), ...b.map((value) => ({ value, of: 1 }))]
  all.sort((x, y) => x.value - y.value)
  let rankSum = 0
  let ties = 0
  for (let i = 0; i < all.length; ) {
    let end = i
    while (end < all.length && all[end]?.value === all[i]?.value) end++
    const rank = (i + end + 1) / 2
    ties += (end - i) ** 3 - (end - i)
    for (let k = i; k < end; k++) if (all[k]?.of === 1) rankSum += rank
    i = end
  }
  const [n, m] = [a.length, b.length]
  const u = rankSum - (m * (m + 1)) / 2
  const count = n + m
  const spread = Math.sqrt(((n * m) / 12) * (count + 1 - ties / (count * (count - 1))))
  return { p: normalTail((u - (n * m) / 2) / spread), superiority: u / (n * m) }
}
