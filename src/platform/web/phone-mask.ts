/** Typed digits in the mask `(###) ###-####`; a leading country code 1 goes. */
export function maskPhone(typed: string) {
  const digits = typed
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10})/, '')
    .slice(0, 10)
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (digits.length > 6) return `(${area}) ${exchange}-${line}`
  if (digits.length > 3) return `(${area}) ${exchange}`
  return area ? `(${area}` : ''
}
