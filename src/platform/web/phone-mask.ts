const NATIONAL = /^[\d\s().-]*$/

/**
 * Formats a US number as `(###) ###-####`, without a leading country code 1. Other input (an international number, an
 * extension, too many digits) stays as entered.
 */
export function maskPhone(typed: string) {
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (!NATIONAL.test(typed) || digits.length > 10) return typed
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (digits.length > 6) return `(${area}) ${exchange}-${line}`
  if (digits.length > 3) return `(${area}) ${exchange}`
  return area ? `(${area}` : ''
}
