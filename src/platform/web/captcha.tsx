import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShowCaptcha } from './captcha-kind.ts'
import { configuration } from './configuration.ts'

/** The self-hosted proof of work, or reCAPTCHA if its keys are configured. */
const loadCaptcha = async (): Promise<ShowCaptcha> =>
  configuration().recaptcha2SiteKey
    ? (await import('./recaptcha.ts')).showRecaptcha
    : (await import('./altcha.ts')).showAltcha

/** The captcha. `onCode` receives the solution, and null when it expires. A new `key` creates a new challenge. */
export function Captcha({ onCode }: { onCode: (code: string | null) => void }) {
  const { i18n } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const tell = useRef(onCode)
  tell.current = onCode
  const language = i18n.language === 'es' ? 'es' : 'en'
  useEffect(() => {
    let isGone = false
    let remove = () => {}
    loadCaptcha().then((show) => {
      if (place.current && !isGone)
        remove = show({ place: place.current, language, onCode: (code) => tell.current(code) })
    })
    return () => {
      isGone = true
      remove()
      tell.current(null)
    }
  }, [language])
  return <div ref={place} />
}
