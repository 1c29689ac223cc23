import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** The human check. `onCode` gets its solution, and null when it expires. A new `key` makes a new challenge. */
export function Captcha({ onCode }: { onCode: (code: string | null) => void }) {
  const { i18n } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const tell = useRef(onCode)
  tell.current = onCode
  useEffect(() => {
    let widget: HTMLElement | null = null
    const onState = (event: Event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail
      tell.current(state === 'verified' ? (payload ?? null) : null)
    }
    const show = async () => {
      await Promise.all([import('./altcha.ts'), i18n.language === 'es' ? import('altcha/i18n/es-419') : null])
      widget = document.createElement('altcha-widget')
      for (const [name, value] of Object.entries({
        challenge: '/api/captcha/challenge',
        language: i18n.language === 'es' ? 'es-419' : 'en',
        configuration: '{"hideFooter":true,"hideLogo":true,"humanInteractionSignature":false}',
      }))
        widget.setAttribute(name, value)
      widget.addEventListener('statechange', onState)
      place.current?.replaceChildren(widget)
    }
    show()
    return () => widget?.removeEventListener('statechange', onState)
  }, [i18n.language])
  return <div ref={place} />
}
