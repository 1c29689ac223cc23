/**
 * Renders a captcha into an element and reports its codes, or null when one expires. Returns a function that removes
 * it.
 */
export type ShowCaptcha = (options: {
  place: HTMLElement
  language: 'en' | 'es'
  onCode: (code: string | null) => void
}) => () => void
