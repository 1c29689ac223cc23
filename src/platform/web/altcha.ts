import 'altcha/altcha.css'
import './altcha-tokens.css'
import 'altcha/external'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import type { ShowCaptcha } from './captcha-kind.ts'

declare const $altcha: { algorithms: Map<string, () => Worker> }
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())

const settings = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false })

/** The self-hosted captcha: a checkbox, and half a second of computing. */
export const showAltcha: ShowCaptcha = ({ place, language, onCode }) => {
  const widget = document.createElement('altcha-widget')
  const onState = (event: Event) => {
    const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail
    onCode(state === 'verified' ? (payload ?? null) : null)
  }
  const show = () => {
    const attributes = {
      challenge: '/api/captcha/challenge',
      language: language === 'es' ? 'es-419' : 'en',
      configuration: settings,
    }
    for (const [name, value] of Object.entries(attributes)) widget.setAttribute(name, value)
    widget.addEventListener('statechange', onState)
    place.replaceChildren(widget)
  }
  if (language === 'es') import('altcha/i18n/es-419').then(show)
  else show()
  return () => {
    widget.removeEventListener('statechange', onState)
    widget.remove()
  }
}
