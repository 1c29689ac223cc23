import type { ShowCaptcha } from './captcha-kind.ts'
import { configuration } from './configuration.ts'

/** The part of the reCAPTCHA v2 API that is used here. */
interface Recaptcha {
  ready: (then: () => void) => void
  render: (
    place: HTMLElement,
    options: {
      sitekey: string
      hl: string
      callback: (code: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ) => number
  reset: (widget: number) => void
}
declare global {
  var grecaptcha: Recaptcha | undefined
}
const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit'

let script: Promise<Recaptcha> | null = null
const loadScript = () => {
  script ??= new Promise<Recaptcha>((done, fail) => {
    const element = document.createElement('script')
    element.src = SCRIPT
    element.async = true
    element.onload = () => globalThis.grecaptcha?.ready(() => done(globalThis.grecaptcha as Recaptcha))
    element.onerror = () => {
      script = null
      element.remove()
      fail(new Error('reCAPTCHA could not be loaded'))
    }
    document.head.append(element)
  })
  return script
}

/** Google's captcha, for portals with its keys. */
export const showRecaptcha: ShowCaptcha = ({ place, language, onCode }) => {
  const box = document.createElement('div')
  place.replaceChildren(box)
  const forget = () => onCode(null)
  loadScript()
    .then((recaptcha) => {
      const sitekey = configuration().recaptcha2SiteKey ?? ''
      recaptcha.render(box, {
        sitekey,
        hl: language,
        callback: onCode,
        'expired-callback': forget,
        'error-callback': forget,
      })
    })
    .catch(forget)
  return () => box.remove()
}
