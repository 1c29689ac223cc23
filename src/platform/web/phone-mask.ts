const NATIONAL = /^[\d\s().-]*$/

/**
 * Typed digits in the mask `(###) ###-####`, for a number of the United States; a leading country code 1 goes. What is no
 * such number (an international one, an extension, too many digits) stays as it was typed.
 */
export function maskPhone(typed: string) {
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (!NATIONAL.test(typed) || digits.length > 10) return typed
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (digits.length > 6) return `(${area}) ${exchange}-${line}`
  if (digits.length > 3) return `(${area}) ${exchange}`
  return area ? `(${area}` : ''
}
