/** Puts a captcha into a place and tells its codes, null when one expires; what it returns takes the captcha away. */
export type ShowCaptcha = (options: {
  place: HTMLElement
  language: 'en' | 'es'
  onCode: (code: string | null) => void
}) => () => void
